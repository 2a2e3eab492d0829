import { expect, test } from "vitest";
import { networkOfAddress } from "~/http/network";

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
