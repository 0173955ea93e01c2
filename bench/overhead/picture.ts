import sharp from 'sharp'

/** The picture that the instant provider answers with: 1024 × 1024 of soft noise, so that decoding and writing cost what real ones do. */
export const makePicture = (): Promise<Uint8Array> =>
  sharp({
    create: {
      width: 1024,
      height: 1024,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .blur(2)
    .png({ compressionLevel: 6 })
    .toBuffer()

/** How many pictures are in work at once, in the server and in the bare loop alike. */
export const concurrency = 4
