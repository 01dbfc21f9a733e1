"""Settings of the way this runs at a table: the production server, on a laptop, without internet.

Everything a person may change comes from the environment:

    COMPANION_DATA    the folder of the database and the secret key (default: var/ in a clone,
                      the user's own folder for data of programs where it is installed)
    COMPANION_SECRET  the secret key; processes of one site share it (default: made once and
                      kept in the data folder)
    COMPANION_HOSTS   more host names to answer, separated by commas
    COMPANION_URL     where phones reach this from paper, such as https://empires.example.org;
                      codes on sheets lead there (default: this machine's .local name)
    COMPANION_PREFIX  the path all addresses lie under behind a proxy, such as /empires
    COMPANION_BACKUPS a second folder for backups, on a stick or a network share
    COMPANION_STREAMS how many live pages without a table one address may hold open (100)
    COMPANION_STATIC  the folder of the collected static files (default: static/ in the data folder)
    COMPANION_WORKERS how many processes serve, on PostgreSQL (1)
    COMPANION_LOG=json   one line of JSON for every request and every error
    COMPANION_METRICS addresses and networks that may read /metrics (this machine)
    COMPANION_PORT, COMPANION_ADDRESS   where `manage.py serve` listens (8000, everywhere)
    COMPANION_HTTPS=1 nothing but HTTPS; without it plain HTTP, as at home
    COMPANION_CERTIFICATE, COMPANION_KEY   files for HTTPS without a proxy; they mean COMPANION_HTTPS=1
    COMPANION_PROXY=1 a proxy of one's own stands in front, and its headers are believed
    COMPANION_DEBUG=1 for work on the program, `make dev` sets it: tracebacks in the browser,
                      static files without collecting them; never together with HTTPS
    DATABASE_URL      another database than SQLite in the data folder
    TZ                the time zone of dates and times (Europe/Prague)
"""

import os
from pathlib import Path

import dj_database_url
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from companion.base.environment import (
    read_choice,
    read_networks,
    read_number,
    read_prefix,
    read_switch,
)
from companion.base.public_address import configured_address, host_of
from companion.base.uploads import LARGEST_UPLOAD
from companion.hosting import folders
from companion.hosting.json_logs import json_logging
from companion.hosting.secret import secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
IN_CLONE = folders.is_clone()
RESOURCES = folders.resource_folder()
DATA_DIR = folders.make_data_folder(folders.data_folder())

SECRET_KEY = secret_key(DATA_DIR)
DEBUG = read_switch("COMPANION_DEBUG")

# companion.hosts decides: Django's own list can't say "any private address".
ALLOWED_HOSTS = ["*"]
COMPANION_HOSTS = [
    host.strip().lower()
    for host in os.environ.get("COMPANION_HOSTS", "").split(",")
    if host.strip()
]

# Two postures: at home, over plain HTTP, and behind HTTPS.
COMPANION_CERTIFICATE = os.environ.get("COMPANION_CERTIFICATE", "")
COMPANION_KEY = os.environ.get("COMPANION_KEY", "")
COMPANION_HTTPS = read_switch("COMPANION_HTTPS") or bool(COMPANION_CERTIFICATE)
COMPANION_PROXY = read_switch("COMPANION_PROXY")
if DEBUG and (COMPANION_HTTPS or COMPANION_PROXY):
    raise SystemExit(
        "COMPANION_DEBUG=1 shows internal details to every visitor."
        " Turn it off to use HTTPS or a proxy."
    )

COMPANION_WORKERS = max(read_number("COMPANION_WORKERS", 1), 1)
COMPANION_LOG = read_choice("COMPANION_LOG", ("json",))
COMPANION_METRICS = read_networks("COMPANION_METRICS", "127.0.0.1,::1")
COMPANION_STREAMS_PER_ADDRESS = read_number("COMPANION_STREAMS", 100)
COMPANION_BACKUPS = os.environ.get("COMPANION_BACKUPS", "")

# Under a path of its own behind a proxy, such as https://example.org/empires/.
COMPANION_PREFIX = read_prefix("COMPANION_PREFIX")
FORCE_SCRIPT_NAME = COMPANION_PREFIX or None

COMPANION_URL = configured_address(
    os.environ.get("COMPANION_URL", ""), COMPANION_PREFIX
)
if COMPANION_URL:
    COMPANION_HOSTS.append(host_of(COMPANION_URL))

INSTALLED_APPS = [
    "companion",  # first, because its runserver takes the place of Django's
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "campaign",
]

MIDDLEWARE = [
    "companion.base.hosts.OnlyOurHosts",
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "companion.hosting.compression.CompressPages",
    "companion.hosting.caching.AskFirst",
    "companion.base.browser_sessions.RememberBrowsers",
    "django.middleware.locale.LocaleMiddleware",
    "companion.base.odd_requests.RefuseOddRequests",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "companion.tables.waiting.AnswerTooMany",
    "companion.hosting.observing.TellServer",
]

ROOT_URLCONF = "companion.urls"
WSGI_APPLICATION = "companion.wsgi.application"
AUTH_USER_MODEL = "companion.Account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "companion.tables.passwords.NotTheName"},
]
LOGIN_URL = "log-in"
LOGIN_REDIRECT_URL = "home"
SESSION_ENGINE = "companion.base.browser_store"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60  # so long a browser finds its sessions again
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [RESOURCES / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "companion.base.lean_templates.LeanTemplates",
                        # The admin brings its own.
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "companion.base.holes.leave_token_open",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "companion.templatetags.dates",
                "companion.templatetags.lasting",
            ],
        },
    }
]
FORM_RENDERER = "companion.base.form_painting.PaintedForms"

DATABASES = {
    "default": dj_database_url.config(
        default=f"sqlite:///{DATA_DIR / 'companion.sqlite3'}",
        conn_max_age=60,
        conn_health_checks=True,  # a restarted server costs nobody a page
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE makes a second writer wait its turn instead of failing; FULL keeps
    # what was acknowledged even when the laptop's battery dies in the next moment.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }

# companion.hosting.bodies refuses what is too large before it comes here.
DATA_UPLOAD_MAX_MEMORY_SIZE = LARGEST_UPLOAD

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("cs", _("Czech"))]
LOCALE_PATHS = [RESOURCES / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
TIME_ZONE = os.environ.get("TZ") or "Europe/Prague"
USE_TZ = True

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("COMPANION_STATIC") or DATA_DIR / "static")
STATICFILES_DIRS = [RESOURCES / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "companion.home.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "companion.hosting.uncollected.DatedStaticFiles"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Nothing inline and nothing from elsewhere, ever: a page is ours or it doesn't load.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "frame-src": [SELF],  # helpers open over the page somebody is at
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
# The address of a session is its key, so no other site learns it.
SECURE_REFERRER_POLICY = "same-origin"

if (
    COMPANION_PREFIX
):  # other programs of this host neither see our cookies nor call theirs so
    SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = LANGUAGE_COOKIE_PATH = (
        f"{COMPANION_PREFIX}/"
    )
    SESSION_COOKIE_NAME = "companion_session"
    CSRF_COOKIE_NAME = "companion_csrf"
    LANGUAGE_COOKIE_NAME = "companion_language"
    MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
# No script of ours reads these cookies, and no other site's form may use them.
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = COMPANION_HTTPS
SECURE_SSL_REDIRECT = COMPANION_HTTPS
# Thirty days, because a laptop goes back to plain HTTP sooner than a public site does.
SECURE_HSTS_SECONDS = 30 * 24 * 60 * 60 if COMPANION_HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = COMPANION_HTTPS
# Anybody can send this header, so it counts only where a proxy overwrites it.
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if COMPANION_PROXY else None
)
# At home nothing but what went wrong is said, as Python does by itself.
LOGGING = json_logging() if COMPANION_LOG else {}
# At home the phones come over plain HTTP on a local address, where HSTS, the redirect and
# Secure cookies would lock everybody out.
SILENCED_SYSTEM_CHECKS = (
    []
    if COMPANION_HTTPS
    else ["security.W004", "security.W008", "security.W010", "security.W016"]
)
