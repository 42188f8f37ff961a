export const shell = {
  product: "Wildlife video",
  streams: "Streams",
};
