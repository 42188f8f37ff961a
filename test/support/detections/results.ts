/** Returns a file of MegaDetector's results. As in real files, the list of images comes first. */
export function megadetector(images: readonly object[], more: object = {}): string {
  return JSON.stringify({
    images,
    detection_categories: { "1": "animal", "2": "person", "3": "vehicle" },
    classification_categories: { "0": "fox", "1": "cat", "2": "blank", "3": "red deer" },
    info: { format_version: "1.5", detector: "md_v5a.0.0.pt", classifier: "deer-net 2" },
    ...more,
  });
}

export type Sent = {
  readonly category: string;
  readonly conf: number;
  readonly bbox: readonly number[];
  readonly frame_number?: number;
  readonly classifications?: readonly (readonly [string, number])[];
};

export function detection(more: Partial<Sent> = {}): Sent {
  return { category: "1", conf: 0.9, bbox: [0.1, 0.2, 0.25, 0.5], ...more };
}

const fox = "b1352069-a39c-4a84-a949-60044271c0c1;mammalia;carnivora;canidae;vulpes;vulpes;red fox";
const felids = "3d80f1d6-b1df-4966-9ff4-94053c7a902a;mammalia;carnivora;felidae;;;cat family";
const blank = "f1856211-cfb7-4a5b-9158-c0f72fd09ee6;;;;;;blank";
const human = "990ae9dd-7a59-4344-afcb-1b7b21368000;mammalia;primates;hominidae;homo;sapiens;human";
const nothing =
  "f2efdae9-efb8-48fb-8a91-eccf79ab4ffb;no cv result;no cv result;no cv result;no cv result;no cv result;no cv result";

/** Labels in the form that SpeciesNet writes. */
export const taxa = { fox, felids, blank, human, nothing };
