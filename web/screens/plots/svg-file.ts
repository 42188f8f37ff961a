/** Properties of the page's styles that a drawing needs in a file of its own. */
const properties = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];

/**
 * Returns a drawing of the page as an SVG file, in light colours for print.
 * @param title of the file
 */
export function svgFile(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("The copy of an SVG element must be an SVG element.");
  // Computed styles exist only for elements in the document.
  const holder = document.createElement("div");
  holder.className = "for-print";
  holder.append(copy);
  drawing.parentElement?.append(holder);
  try {
    for (const element of copy.querySelectorAll("*")) if (!element.matches(".hit")) freeze(element);
    copy.prepend(background());
  } finally {
    holder.remove();
  }
  for (const link of copy.querySelectorAll("a")) link.replaceWith(...link.children);
  for (const hit of copy.querySelectorAll(".hit")) hit.remove();
  const heading = document.createElementNS(copy.namespaceURI, "title");
  heading.textContent = title;
  copy.prepend(heading);
  for (const name of ["class", "role", "tabindex", "aria-label"]) copy.removeAttribute(name);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

function freeze(element: Element): void {
  const style = getComputedStyle(element);
  for (const name of properties) element.setAttribute(name, style.getPropertyValue(name));
  element.removeAttribute("class");
}

function background(): Element {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rect.setAttribute("width", "100%");
  rect.setAttribute("height", "100%");
  rect.setAttribute("fill", "#fff");
  return rect;
}
