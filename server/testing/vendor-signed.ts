import sharp from 'sharp'
import { makeSigningPem } from '#server/pictures/credentials/make-signing-pem.ts'
import { createPictureCredentials } from '#server/pictures/credentials/picture-credentials.ts'

/** A picture with the content credentials of a vendor, which a test authority has issued. */
export async function vendorSigned(
  format: 'png' | 'jpeg' | 'webp',
  size: { readonly width: number; readonly height: number },
): Promise<Uint8Array> {
  const pem = await makeSigningPem(new Date())
  const vendor = createPictureCredentials(() => Promise.resolve(pem))
  try {
    const picture = sharp({ create: { ...size, channels: 3, background: '#336699' } })
    return await vendor.sign([
      {
        title: 'image',
        mediaType: `image/${format}`,
        bytes: await picture.toFormat(format).toBuffer(),
        sourceType: 'trainedAlgorithmicMedia',
        action: 'c2pa.edited',
        agent: 'Vendor Image 2',
        record: {},
        thumbnail: null,
        inputs: [],
      },
    ])
  } finally {
    await vendor.close()
  }
}
