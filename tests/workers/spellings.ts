/** The ways in which an address is written that are not the way of its route; its last part, or all of it. */
export const SPELLINGS: Record<string, (address: string) => string> = {
  "with a capital": (address) => address.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  "in capitals": (address) => address.toUpperCase(),
  "without its slash": (address) => address.replace(/\/$/, ""),
  "with two slashes before it": (address) => `/${address}`,
  "with two slashes after it": (address) => `${address}/`,
  "with two slashes in it": (address) => address.replace(/(?<=.)\//, "//"),
  "with an escaped letter": (address) => address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "with an escaped slash": (address) => address.replace(/(?<=.)\//, "%2F"),
  "as data": (address) => `${address}_.data`,
  "as data of the address without its slash": (address) => `${address.replace(/\/$/, "")}.data`,
  "as data in capitals": (address) => `${address.toUpperCase()}_.data`,
  "with a parameter of its path": (address) => address.replace(/\/$/, ";x/"),
  "with a dot at its end": (address) => address.replace(/\/$/, "./"),
  "with letters that are like others without their case": (address) => {
    return address.replace("s", "ſ").replace("k", "K").replace("i", "ı");
  },
};
