/** What hides places, on every screen. */
export const places = {
  numbered: (id: number) => `Camera ${id}`,
  hide: "Hide places",
  hideWhy:
    "Takes the map, coordinates and camera names away from every screen, for a screen that others see.",
  hidden: "Places are hidden",
  show: "Show places",
};
