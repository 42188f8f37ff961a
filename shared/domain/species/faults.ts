import { conflicting, type Fault } from "../wire/fault.ts";

export function taxonTaken(taxon: number | null | undefined): Fault {
  const detail = `\`external_taxon_id\` must be unique: another species has ${taxon}.`;
  return conflicting("/external_taxon_id", detail);
}

export function scientificNameTaken(owner: number | undefined): Fault {
  const detail = `\`scientific_name\` must be unique, regardless of case and accents: species ${owner} has it.`;
  return conflicting("/scientific_name", detail);
}

export function stillIdentified(annotations: number): Fault {
  const others = annotations === 1 ? "1 annotation is" : `${annotations} annotations are`;
  const detail = `\`kind\` cannot change from or to \`blank\` while ${others} identified as this species.`;
  return conflicting("/kind", detail);
}
