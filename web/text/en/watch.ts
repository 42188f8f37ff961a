export const watch = {
  title: "Watch",
};
