export const dataset = {
  what: "This description is published with your data: who made them, what others may do with them, and how the cameras were placed. Exports as Camtrap DP and Darwin Core need it.",
  loaded: "the description of the data",
  none: "The data have no description yet. An admin can write it here.",
  saved: "The description is saved.",

  data: "The data",
  /** The label and the hint of each text field, by its path in the body. */
  fields: {
    title: ["Title", "As in a citation: what, where, when. For example: Foxes of the ridge, 2019 to 2026."],
    name: [
      "Short name",
      "The names of exported files begin with it. Use lower-case letters, digits and dashes, such as foxes-of-the-ridge.",
    ],
    description: ["Description", "Why, where and when the data were recorded, in a few sentences."],
    keywords: ["Keywords", "Separate them by commas: camera trap, foxes, roads."],
    version: ["Version", "Increase it with each publication, for example from 1.0 to 1.1."],
    bibliographicCitation: ["Citation", "Authors (year). Title. Publisher. Address."],
    homepage: ["Web page of the dataset", "Its address, with https://."],
    language: [
      "Language of the common names",
      "This description has the same language. A code of three letters: eng for English, deu for German, spa for Spanish.",
    ],
    "contributors/title": ["Name", "Such as Ana Duarte, or Waterhole Trust."],
    "contributors/firstName": [
      "Given names",
      "For a person only. Darwin Core lists given and family names separately.",
    ],
    "contributors/lastName": ["Family name", "For a person only."],
    "contributors/email": ["E-mail address", "This address is published."],
    "contributors/organization": [
      "Works at",
      "The organization of the person. Leave it empty for an organization.",
    ],
    "contributors/path": ["Their web page", "Such as an ORCID iD: https://orcid.org/0000-0002-1825-0097."],
    "project/title": ["Name of the project", "The project or study that the cameras belong to."],
    "project/acronym": ["Acronym of the project", "Such as FOR."],
    "project/description": ["What the project studies", "Its research question and its methods."],
    "project/path": ["Website of the project", "Its address, with https://."],
    coordinatePrecision: [
      "Precision of rounded places, in degrees",
      "Only if you rounded the cameras' places before you entered them here. 0.01 degrees is about a kilometre. Exports also round places where a sensitive species was ever seen.",
    ],
    taxon_id_prefix: [
      "Prefix of taxon ids",
      "Exports put this before each taxon id to form a web address, for example https://www.gbif.org/species/.",
    ],
  } as const,

  people: "People and organizations",
  peopleHint:
    "List them in the order of the citation. Name at least one contact. All these details are published.",
  person: (n: number) => `Person or organization ${n}`,
  role: "Role",
  roleHint: "The person's role in this dataset. For two roles, add the person twice.",
  roles: {
    contact: "Contact: answers questions",
    principalInvestigator: "Leads the study",
    rightsHolder: "Owns the rights",
    publisher: "Publishes the data",
    contributor: "Contributed",
  },
  addPerson: "Add another",
  removePerson: (n: number) => `Remove person or organization ${n}`,

  licenses: "Licenses",
  dataLicense: "What others may do with the data",
  mediaLicense: "What others may do with the videos and pictures",
  licensesHint:
    "GBIF accepts data only under one of the first three licenses. It does not restrict the license of videos and pictures.",
  choose: "Choose",
  licenseNames: {
    "CC0-1.0": "CC0: everything, without conditions",
    "CC-BY-4.0": "CC BY: everything, if they name the source",
    "CC-BY-NC-4.0": "CC BY-NC: non-commercial use, if they name the source",
    "CC-BY-SA-4.0":
      "CC BY-SA: everything, if they name the source and publish their own versions under the same license",
    "CC-BY-NC-ND-4.0": "CC BY-NC-ND: non-commercial use without changes, if they name the source",
  },

  project: "The project",
  design: "How the places of the cameras were chosen",
  designHint: "If several apply, choose the one that applies to most cameras.",
  designs: {
    simpleRandom: "At random",
    systematicRandom: "On a regular grid with a random start",
    clusteredRandom: "In groups of cameras, with a random place for each group",
    experimental: "For a comparison, such as before and after a change",
    targeted: "Where a certain species was likely, with or without bait",
    opportunistic: "Wherever it was possible",
  },
  methods: "What starts a recording",
  methodsHint: "Choose both if some recordings start in one way and some in the other.",
  methodNames: {
    activityDetection: "Movement or heat",
    timeLapse: "A timer, for example every hour. Also choose this for continuous recording",
  },
  individuals: "Individual animals are told apart, by marks or by their looks",
  individualsHint: "For example tigers by their stripes, or birds by their rings.",

  publishing: "Publishing",
  mediaPublic: "The videos are public at their addresses",
  mediaPublicHint: "Only if everybody can open these addresses without a password.",

  yes: "Yes",
  no: "No",
  rest: "Other fields",
  conflict: (parts: string) =>
    `Somebody else changed the description meanwhile: ${parts}. What you wrote is still here.`,
};
