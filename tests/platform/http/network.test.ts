import { expect, test } from "vitest";
import { networkOf, networkOfAddress, widerNetworkOf } from "~/platform/http/bursts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:0DB8:0000:0000:1:2:3:4", "2001:db8:0:0"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["::1", "0:0:0:0"],
  ["", ""],
])("the network of %j is %j", (address, network) => {
  expect(networkOfAddress(address)).toBe(network);
});

test.each([
  ["2001:db8:1:2::1", "2001:db8:1:2", "2001:db8:1"],
  ["192.0.2.7", "192.0.2.7", null],
  ["::ffff:192.0.2.7", "192.0.2.7", null],
  [undefined, "", null],
])("a request from %j is counted in %j and %j", (address, network, wider) => {
  const headers: Record<string, string> = address ? { "CF-Connecting-IP": address } : {};
  const request = new Request("http://daybook.test/", { headers });
  expect([networkOf(request), widerNetworkOf(request)]).toEqual([network, wider]);
});
