// Converts the detections of any detector to the format of MegaDetector, which the service imports.
//   node to-megadetector.mjs detections.json > results.json
import { readFileSync } from "node:fs";

/**
 * Reads one detection. Change only this function for another detector. Boxes are in pixels.
 * @param {Record<string, any>} detection
 */
const read = ({ video, fps, frame, width, height, name, score, box: [x, y, w, h] }) => ({
  file: video,
  frameRate: fps,
  detection: {
    label: name,
    frame_number: frame,
    conf: score,
    bbox: [x / width, y / height, w / width, h / height],
  },
});

const [, , detections = ""] = process.argv;
const categories = new Map();
const files = new Map();
for (const { file, frameRate, detection } of JSON.parse(readFileSync(detections, "utf8")).map(read)) {
  const { label, ...rest } = detection;
  if (!categories.has(label)) categories.set(label, String(categories.size + 1));
  if (!files.has(file)) files.set(file, { file, frame_rate: frameRate, detections: [] });
  files.get(file).detections.push({ category: categories.get(label), ...rest });
}
const results = {
  info: { format_version: "1.5", detector: "our own, 2026-11" },
  detection_categories: Object.fromEntries([...categories].map(([label, category]) => [category, label])),
  images: [...files.values()],
};
process.stdout.write(JSON.stringify(results));
