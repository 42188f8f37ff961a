import { S3Client } from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { mediaOrigin } from "../../../../shared/media/fetch/origin.ts";
import { mediaLinks } from "../../../../shared/media/files/signed-links.ts";

const bucket = "wildlifeannotation-media-1a2b3c";

test.each([
  ["us-east-1", undefined, `https://${bucket}.s3.us-east-1.amazonaws.com`],
  ["eu-central-1", undefined, `https://${bucket}.s3.eu-central-1.amazonaws.com`],
  ["us-gov-west-1", undefined, `https://${bucket}.s3.us-gov-west-1.amazonaws.com`],
  ["cn-north-1", undefined, `https://${bucket}.s3.cn-north-1.amazonaws.com.cn`],
  ["us-east-1", "http://127.0.0.1:9000", "http://127.0.0.1:9000"],
  ["us-east-1", "http://[::1]:9000", "http://[::1]:9000"],
  ["us-east-1", "http://localhost.localstack.cloud:4566", `http://${bucket}.localhost.localstack.cloud:4566`],
])(
  "mediaOrigin() for region %s and endpoint %s is the origin of the signed URLs",
  async (region, endpoint, origin) => {
    expect(mediaOrigin({ bucket, region, endpoint })).toBe(origin);

    const credentials = { accessKeyId: "id", secretAccessKey: "secret" };
    const client = new S3Client({ region, credentials, ...(endpoint === undefined ? {} : { endpoint }) });
    const { url } = await mediaLinks(client, bucket, Date.now).download({ id: 1, type: "image/jpeg" });
    expect(new URL(url).origin).toBe(origin);
  },
);
