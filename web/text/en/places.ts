/** Texts for hiding places, on every screen. */
export const places = {
  numbered: (id: number) => `Camera ${id}`,
  hide: "Hide places",
  hideWhy: "Hides the map, coordinates and camera names everywhere, for when others see your screen.",
  hidden: "Places are hidden",
  show: "Show places",
};
