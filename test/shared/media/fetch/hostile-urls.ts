/**
 * In these URLs, `INNER` stands for the port of a server on 127.0.0.2, `ANY` for the port of a server on all addresses,
 * and `SOURCE` for an allowed origin. Every host name except localhost has the address 127.0.0.2.
 */
const groups: Record<string, string> = {
  "a URL with plain HTTP": `http://127.0.0.2:INNER/ http://127.0.0.1:ANY/ http://0.0.0.0:ANY/ http://0:ANY/ http://127.1:ANY/
    http://localhost:ANY/ http://localhost.:ANY/ http://a.test:INNER/ http://a.test/ http://[::ffff:127.0.0.1]:ANY/`,
  "a URL with a port other than 443": `https://127.0.0.2:INNER/ https://a.test:INNER/ https://a.test:22/ https://a.test:80/
    https://a.test:8443/ https://8.8.8.8:25/ https://a.test:0/`,
  "a host name with a loopback address":
    "https://a.test/ https://a.test./ https://localhost/ https://LOCALHOST./ https://a/",
  "a loopback address in an unusual spelling": String.raw`https://127.0.0.1/ https://127.0.0.1./ https://127.1/ https://0x7f.1/
    https://2130706433/ https://0x7f000001/ https://017700000001/ https://0177.0.0.1/ https://0/ https://①②⑦.0.0.1/
    https://%31%32%37.0.0.1/ https://127。0。0。1/ https:127.0.0.1 https:\\127.0.0.1\x https://127.0.0.1\@a.test/`,
  "a URL with a user name or a password": `https://good.example@127.0.0.1/ https://good.example:443@127.0.0.1/
    https://user@8.8.8.8/ https://:word@8.8.8.8/ SOURCE@127.0.0.2:INNER/ http://u:p@127.0.0.1:ANY/`,
  "an IPv4 address that is not public": `https://10.0.0.1/ https://169.254.169.254/latest/meta-data/ https://169.254.170.2/v2/
    https://100.100.100.200/ https://172.16.0.1/ https://192.168.1.1/ https://255.255.255.255/ https://224.0.0.1/`,
  "an IPv6 address that is not public": `https://[::1]/ https://[::]/ https://[fd00:ec2::254]/ https://[fe80::1]/ https://[ff02::1]/
    https://[::ffff:127.0.0.1]/ https://[::ffff:a9fe:a9fe]/ https://[::127.0.0.1]/ https://[::ffff:0:127.0.0.1]/
    https://[64:ff9b::7f00:1]/ https://[64:ff9b:1::7f00:1]/ https://[2002:7f00:1::]/ https://[2001:db8::1]/
    https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/`,
  "a URL with a scheme other than HTTP": `file:///etc/passwd ftp://a.test/ data:video/mp4,x blob:https://a.test/x s3://bucket/key
    javascript:1 ws://127.0.0.2:INNER/ gopher://127.0.0.2:INNER/ about:blank`,
  "a text that is not a URL":
    "https:// https://[::1 https://256.256.256.256/ https://[::1%25lo]/ https://1.2.3.4.5/ https://a:b/",
};

export const hostileUrls = Object.entries(groups).flatMap(([group, urls]) =>
  urls.split(/\s+/).map((url) => [group, url] as const),
);
