// What nobody can read on the page: texts drawn over each other, and words squeezed to a letter a line.
() => {
  const FLOATING = ["fixed", "sticky"];
  const floats = (element) =>
    Boolean(element) && (FLOATING.includes(getComputedStyle(element).position) || floats(element.parentElement));
  const clipped = (element) => {
    if (!element) return false;
    return getComputedStyle(element).clipPath !== "none" || clipped(element.parentElement);
  };
  // A name with an ellipsis ends where its box does.
  const cut = (rect, element) => {
    if (!element) return rect;
    const box = element.getBoundingClientRect();
    const { overflowX, display } = getComputedStyle(element);
    const whole = overflowX === "visible" || display === "inline";
    const { left, right, top, bottom, height } = rect;
    const seen = whole ? rect : { top, bottom, height, left: Math.max(left, box.left), right: Math.min(right, box.right) };
    return cut(seen, element.parentElement);
  };
  const lines = [];
  const squeezed = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const text = node.data.trim();
    const holder = node.parentElement;
    if (!text || holder.closest("svg, script, option, textarea, .hidden")) continue;
    if (!holder.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || floats(holder) || clipped(holder)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((rect) => rect.width > 1 && rect.height > 1);
    if (rects.length > 3 && text.length < 2 * rects.length) squeezed.push(text);
    for (const rect of rects) lines.push({ node, text, rect: cut(rect, holder) });
  }
  lines.sort((one, other) => one.rect.top - other.rect.top);
  const overlapping = new Set();
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      const deep = one.rect.bottom - other.rect.top;
      if (deep <= 0) break;
      const least = Math.min(one.rect.height, other.rect.height);
      const wide = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      if (one.node !== other.node && wide > 3 && deep > least * 0.5) overlapping.add(`${one.text} / ${other.text}`);
    }
  });
  return { overlapping: [...overlapping], squeezed };
}
