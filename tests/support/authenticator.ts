import { base64url } from "~/platform/db/tokens";

/**
 * A passkey in software: makes real attestations (format none) and assertions with an ES256 key, and lets a test
 * spoil what an honest device would not.
 */
export interface SoftwarePasskey {
  id: string;
  /** Answers registration options, as the browser's JSON. */
  attest(options: { challenge: string }, spoil?: Spoil): Promise<Attestation>;
  /** Answers request options, as the browser's JSON. */
  assert(options: { challenge: string }, spoil?: Spoil & { userHandle?: string | undefined }): Promise<Assertion>;
}

interface Spoil {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  counter?: number;
  /** Says that the passkey is kept by several devices. */
  backedUp?: boolean;
  type?: string;
}

type Attestation = ReturnType<typeof publicKeyCredential<{ attestationObject: string; transports: string[] }>>;
type Assertion = ReturnType<
  typeof publicKeyCredential<{ authenticatorData: string; signature: string; userHandle: string | undefined }>
>;

const utf8 = new TextEncoder();

/** @param owner what registration options call the user's id: an answer names its owner with it. */
export async function softwarePasskey(owner: string, origin = "http://daybook.test"): Promise<SoftwarePasskey> {
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const point = new Uint8Array((await crypto.subtle.exportKey("raw", keys.publicKey)) as ArrayBuffer);
  const credentialId = crypto.getRandomValues(new Uint8Array(32));
  const id = base64url(credentialId);
  const rpId = new URL(origin).hostname;

  return {
    id,
    async attest({ challenge }, spoil = {}) {
      const key = coseKey(point.slice(1, 33), point.slice(33));
      const credential = bytes(new Uint8Array(16), [0, credentialId.length], credentialId, key);
      const authData = bytes(await authenticatorData(rpId, spoil, 0x40), credential);
      const attestationObject = bytes(
        [0xa3],
        cborText("fmt"),
        cborText("none"),
        cborText("attStmt"),
        [0xa0],
        cborText("authData"),
        cborBytes(authData),
      );
      const client = clientData({ type: "webauthn.create", origin, challenge }, spoil);
      const response = { attestationObject: base64url(attestationObject), transports: ["internal"] };
      return publicKeyCredential(id, client, response);
    },
    async assert({ challenge }, spoil = {}) {
      const data = await authenticatorData(rpId, spoil, 0);
      const client = clientData({ type: "webauthn.get", origin, challenge }, spoil);
      const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", client));
      const algorithm = { name: "ECDSA", hash: "SHA-256" };
      const signature = new Uint8Array(await crypto.subtle.sign(algorithm, keys.privateKey, bytes(data, hash)));
      return publicKeyCredential(id, client, {
        authenticatorData: base64url(data),
        signature: base64url(derSignature(signature)),
        userHandle: "userHandle" in spoil ? spoil.userHandle : owner,
      });
    },
  };
}

function publicKeyCredential<Response>(id: string, client: Uint8Array, response: Response) {
  return {
    id,
    rawId: id,
    type: "public-key",
    clientExtensionResults: {},
    authenticatorAttachment: "platform",
    response: { clientDataJSON: base64url(client), ...response },
  };
}

function clientData(honest: { type: string; origin: string; challenge: string }, { type, origin }: Spoil) {
  return utf8.encode(
    JSON.stringify({ ...honest, type: type ?? honest.type, origin: origin ?? honest.origin, crossOrigin: false }),
  );
}

/** Hash of the relying party, flags (present, verified, shared by devices, has a new key), counter. */
async function authenticatorData(honestRpId: string, spoil: Spoil, moreFlags: number) {
  const { rpId = honestRpId, userVerified = true, backedUp = false, counter = 0 } = spoil;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(rpId)));
  const flags = 0x01 | (userVerified ? 0x04 : 0) | (backedUp ? 0x18 : 0) | moreFlags;
  return bytes(hash, [flags, counter >>> 24, (counter >>> 16) & 255, (counter >>> 8) & 255, counter & 255]);
}

/** COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y } */
function coseKey(x: Uint8Array, y: Uint8Array) {
  return bytes([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], cborBytes(x), [0x22], cborBytes(y));
}

function cborText(text: string) {
  return bytes([0x60 + text.length], utf8.encode(text));
}

function cborBytes(value: Uint8Array) {
  const { length } = value;
  return length < 256 ? bytes([0x58, length], value) : bytes([0x59, length >> 8, length & 255], value);
}

/** WebCrypto gives r and s side by side; WebAuthn sends them as a sequence of two whole numbers. */
function derSignature(signature: Uint8Array) {
  const numbers = [signature.slice(0, 32), signature.slice(32)].map((part) => {
    const start = part.findIndex((byte) => byte !== 0);
    const short = part.slice(start === -1 ? 31 : start);
    const whole = (short[0] as number) & 0x80 ? bytes([0], short) : short;
    return bytes([0x02, whole.length], whole);
  });
  const body = bytes(...numbers);
  return bytes([0x30, body.length], body);
}

function bytes(...parts: (Uint8Array | number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}
