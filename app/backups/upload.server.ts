import type { Bytes } from "~/platform/crypto/vault.server";

/** The store takes parts of one size, this one at least; the last may be smaller. */
const PART_BYTES = 5 * 1024 * 1024;

/**
 * An object on its way into the store, as it grows: no more than a part of it is in memory. It is there once it is
 * finished, and not before.
 */
export function openUpload(objects: R2Bucket, key: string, customMetadata: Record<string, string>) {
  let upload: R2MultipartUpload | undefined;
  const sent: R2UploadedPart[] = [];
  const part = new Uint8Array(PART_BYTES);
  let [filled, total] = [0, 0];

  async function sendPart(): Promise<R2MultipartUpload> {
    upload ??= await objects.createMultipartUpload(key, { customMetadata });
    sent.push(await upload.uploadPart(sent.length + 1, part.subarray(0, filled)));
    filled = 0;
    return upload;
  }

  return {
    async write(bytes: Bytes): Promise<void> {
      total += bytes.length;
      for (let taken = 0; taken < bytes.length; ) {
        // Only once more is to come: so that there always is a last part.
        if (filled === PART_BYTES) await sendPart();
        const some = bytes.subarray(taken, taken + PART_BYTES - filled);
        part.set(some, filled);
        filled += some.length;
        taken += some.length;
      }
    },

    /** @returns how many bytes there are */
    async finish(): Promise<number> {
      if (upload) await (await sendPart()).complete(sent);
      else await objects.put(key, part.subarray(0, filled), { customMetadata });
      return total;
    },

    /** Of parts that are not taken back here the store frees itself after a week. */
    async abort(): Promise<void> {
      await upload?.abort();
    },
  };
}
