import {
  aws_apigateway as apigateway,
  type Stack as CdkStack,
  aws_iam as iam,
  type aws_lambda as lambda,
} from "aws-cdk-lib";

type Operation = { lambda: lambda.IFunction; timeoutInMillis?: number } | { integration: object };

/**
 * Adds a REST API named `Api`. Its document has the operations, such as `GET /v1/species`, and the fields of `more`. Its
 * role may call the functions of all operations except those in `forbidden`.
 */
export function addApi(
  stack: CdkStack,
  operations: Readonly<Record<string, Operation>>,
  more: object = {},
  {
    forbidden = [],
    ...props
  }: Partial<apigateway.SpecRestApiProps> & { forbidden?: lambda.IFunction[] } = {},
): void {
  const functions = Object.values(operations).flatMap((each) => ("lambda" in each ? each.lambda : []));
  const role = new iam.Role(stack, "Caller", {
    assumedBy: new iam.ServicePrincipal("apigateway.amazonaws.com"),
  });
  const statement = new iam.PolicyStatement({ actions: ["lambda:InvokeFunction"] });
  for (const each of new Set(functions))
    if (!forbidden.includes(each)) statement.addResources(each.functionArn);
  role.addToPolicy(statement);
  const integrationOf = (operation: Operation): object => {
    if ("integration" in operation) return operation.integration;
    const { lambda, ...settings } = operation;
    const resourceName = `functions/${lambda.functionArn}/invocations`;
    const service = { service: "apigateway", account: "lambda", resource: "path/2015-03-31" };
    const uri = stack.formatArn({ ...service, resourceName });
    return { type: "aws_proxy", httpMethod: "POST", uri, credentials: role.roleArn, ...settings };
  };
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    const key = method === "ANY" ? "x-amazon-apigateway-any-method" : method.toLowerCase();
    const integration = { "x-amazon-apigateway-integration": integrationOf(operation) };
    paths[path] = { ...paths[path], [key]: integration };
  }
  const document = { openapi: "3.0.1", info: { title: "Test", version: "1" }, paths, ...more };
  new apigateway.SpecRestApi(stack, "Api", {
    apiDefinition: apigateway.ApiDefinition.fromInline(document),
    cloudWatchRole: false,
    ...props,
  });
}

/** Returns the integration of an OPTIONS method that API Gateway answers itself. */
export function mock(headers: Readonly<Record<string, string>>, settings: object = {}): Operation {
  const parameters = Object.entries(headers).map(([name, value]) => [
    `method.response.header.${name}`,
    `'${value}'`,
  ]);
  return {
    integration: {
      type: "mock",
      requestTemplates: { "application/json": "{ statusCode: 200 }" },
      responses: { default: { statusCode: "204", responseParameters: Object.fromEntries(parameters) } },
      ...settings,
    },
  };
}
