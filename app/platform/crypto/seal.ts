import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { base64url, fromBase64url } from "~/platform/db/tokens";

/**
 * Seals what a browser keeps without signal to a public key, so that the browser itself cannot read it again: HPKE base
 * mode (RFC 9180). P-256, since every browser and workerd have it; X25519 is missing from Chromium before 133.
 *
 * A sealed entry is: 65 bytes encapsulated key, ciphertext with its tag. Device and entry are bound in, so that a blob
 * opens under no other id. Who sealed it is not proven: that is the login which sends it.
 */
const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });

const utf8 = new TextEncoder();
const INFO = utf8.encode("daybook no-signal 1").buffer;
/** Bytes of the encapsulated key. */
const KEY_BYTES = 65;
/** The text is filled up to a multiple of this: its length tells little. */
const BLOCK_BYTES = 512;
/** The byte between the text and its filling of zeros. */
const END = 0x80;

/** The one device whose entries a key pair seals and opens. Keys are base64url. */
interface SealingDevice {
  /** `no_signal_devices.unique_ref` */
  ref: string;
  publicKey: string;
}

export interface OpeningDevice {
  ref: string;
  privateKey: string;
}

export async function newSealKeys(): Promise<{ publicKey: string; privateKey: string }> {
  const { publicKey, privateKey } = await suite.kem.generateKeyPair();
  return {
    publicKey: base64url(new Uint8Array(await suite.kem.serializePublicKey(publicKey))),
    privateKey: base64url(new Uint8Array(await suite.kem.serializePrivateKey(privateKey))),
  };
}

export async function seal(
  { ref, publicKey }: SealingDevice,
  entryId: string,
  text: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const recipientPublicKey = await suite.kem.deserializePublicKey(fromBase64url(publicKey).buffer);
  const { enc, ct } = await suite.seal({ recipientPublicKey, info: INFO }, padded(text), boundTo(ref, entryId));
  const sealed = new Uint8Array(enc.byteLength + ct.byteLength);
  sealed.set(new Uint8Array(enc));
  sealed.set(new Uint8Array(ct), enc.byteLength);
  return sealed;
}

/** Throws when the bytes are not what was sealed for this device under this id. */
export async function open(
  { ref, privateKey }: OpeningDevice,
  entryId: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const recipientKey = await suite.kem.deserializePrivateKey(fromBase64url(privateKey).buffer);
  const [enc, ct] = [sealed.slice(0, KEY_BYTES).buffer, sealed.slice(KEY_BYTES).buffer];
  const filled = new Uint8Array(await suite.open({ recipientKey, enc, info: INFO }, ct, boundTo(ref, entryId)));
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(filled.subarray(0, filled.lastIndexOf(END)));
}

function boundTo(ref: string, entryId: string): ArrayBuffer {
  return utf8.encode(`${ref}/${entryId}`).buffer;
}

function padded(text: string): ArrayBuffer {
  const bytes = utf8.encode(text);
  const filled = new Uint8Array(Math.ceil((bytes.length + 1) / BLOCK_BYTES) * BLOCK_BYTES);
  filled.set(bytes);
  filled[bytes.length] = END;
  return filled.buffer;
}
