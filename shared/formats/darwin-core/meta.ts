import { multimediaTerms } from "./multimedia.ts";
import { occurrenceTerms } from "./occurrence.ts";
import { type Element, element, xmlText } from "./xml.ts";

/** Writes meta.xml of an archive (Darwin Core text guide), which names the terms of its tables' columns. */
export function metaXml(): string {
  const core = table(
    "core",
    "occurrence.csv",
    "http://rs.tdwg.org/dwc/terms/Occurrence",
    occurrenceTerms,
    element("id", [], { index: indexOf(occurrenceTerms, "occurrenceID") }),
  );
  const extension = table(
    "extension",
    "multimedia.csv",
    "http://rs.tdwg.org/ac/terms/Multimedia",
    multimediaTerms,
    element("coreid", [], { index: indexOf(multimediaTerms, "occurrenceID") }),
  );
  const attributes = { xmlns: "http://rs.tdwg.org/dwc/text/", metadata: "eml.xml" };
  return xmlText(element("archive", [core, extension], attributes));
}

function table(
  name: "core" | "extension",
  file: string,
  rowType: string,
  terms: Readonly<Record<string, string>>,
  id: Element,
): Element {
  const fields = Object.values(terms).map((term, i) => element("field", [], { index: String(i), term }));
  return element(name, [element("files", [element("location", [file])]), id, ...fields], {
    encoding: "UTF-8",
    fieldsTerminatedBy: ",",
    linesTerminatedBy: "\\n",
    fieldsEnclosedBy: '"',
    ignoreHeaderLines: "1",
    rowType,
  });
}

function indexOf(terms: Readonly<Record<string, string>>, column: string): string {
  return String(Object.keys(terms).indexOf(column));
}
