// Runs in the page, after Swagger UI. A token that is pasted there stays in the page's memory.
SwaggerUIBundle({
  url: new URL("openapi.json", location.href).href,
  dom_id: "#docs",
  deepLinking: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  // Else it would send the description to a public service.
  validatorUrl: null,
});
