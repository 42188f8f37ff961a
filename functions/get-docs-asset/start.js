// Starts Swagger UI in the page. A pasted credential stays in the page's memory only.

const signIn = `Paste your token, or the site key of a camera's computer, and press Enter. The page forgets it when you
reload or close it.`;

/** The order of the operations, by their ids. */
let order = [];

SwaggerUIBundle({
  url: new URL("openapi.json", location.href).href,
  dom_id: "#docs",
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  // Otherwise, Swagger UI sends the description to a public service for validation.
  validatorUrl: null,
  operationsSorter: (a, b) => placeOf(a) - placeOf(b),
  requestInterceptor: acceptFiles,
  plugins: [forThisPage],
});

function placeOf(operation) {
  return order.indexOf(operation.getIn(["operation", "operationId"]));
}

/** Accepts all media types. Swagger UI asks for JSON only, but a redirect can lead to a picture or a video. */
function acceptFiles(request) {
  if (request.headers?.Accept === "application/json") request.headers.Accept = "*/*";
  return request;
}

function forThisPage() {
  return {
    statePlugins: {
      spec: { wrapActions: { updateSpec: (update) => (text) => update(adapted(text)) } },
      auth: { wrapActions: { authorize: authorizeAndClose } },
    },
    wrapComponents: { responseBody: withVideo },
  };
}

/** Adapts the description to this page. */
function adapted(text) {
  const description = JSON.parse(text);
  order = description.tags.flatMap((tag) => tag["x-operations"]);
  // A custom domain or an emulator may serve the page below another path.
  description.servers = [{ url: new URL(".", location.href).pathname.replace(/\/$/, "") }];
  for (const scheme of Object.values(description.components.securitySchemes)) scheme.description = signIn;
  const operations = Object.values(description.paths).flatMap((path) => Object.values(path));
  const parameters = operations.flatMap((operation) => operation.parameters);
  for (const parameter of [...parameters, ...Object.values(description.components.parameters)]) {
    if (!("$ref" in parameter)) showExampleAsText(parameter);
  }
  return JSON.stringify(description);
}

/** Moves examples and defaults into the description, since Swagger UI would send them with the request. */
function showExampleAsText(parameter) {
  const { description = "", example, schema } = parameter;
  const facts = [
    ["Default", /default/i.test(description) ? undefined : schema.default],
    ["Example", example],
  ].flatMap(([label, value]) => (value === undefined ? [] : `${label}: \`${asText(value)}\``));
  parameter.description = [description, facts.join(" · ")].filter(Boolean).join("\n\n");
  delete parameter.example;
  delete schema.default;
  // Otherwise, Swagger UI fills in an object made from the schema.
  if (schema.type === "object") schema.example = "";
}

function asText(value) {
  // Swagger UI has a field for each value of a parameter that may be repeated, so the values are listed without JSON.
  if (Array.isArray(value)) return value.map(asText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Removes `Bearer` and spaces from the pasted credential, and closes the dialog. */
function authorizeAndClose(authorize, { authActions }) {
  return (given) => {
    const entries = Object.entries(given).flatMap(([name, each]) => {
      const value = each.value?.trim().replace(/^bearer\s+/i, "");
      return value ? [[name, { ...each, value }]] : [];
    });
    if (entries.length > 0) authActions.showDefinitions(false);
    return authorize(Object.fromEntries(entries));
  };
}

/** Swagger UI shows pictures, but prints the bytes of a video. */
function withVideo(Original, { React }) {
  function Video({ content }) {
    const src = React.useMemo(() => URL.createObjectURL(content), [content]);
    return React.createElement("video", { src, controls: true });
  }
  return (props) =>
    props.contentType?.startsWith("video/") && props.content instanceof Blob
      ? React.createElement(Video, props)
      : React.createElement(Original, props);
}
