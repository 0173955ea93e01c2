import { createSketchPool } from '#sketch/sketch-pool.ts'

/**
 * The picture that the instant provider returns: a painted one of 1024 × 1024, so that decoding and writing have
 * realistic costs.
 */
export async function makePicture(): Promise<Uint8Array> {
  const pool = createSketchPool({ size: 1 })
  const prompt = 'a red fox in the snow'
  const { png } = await pool.paint({ prompt, seed: 1, orderNum: 0, width: 1024, height: 1024 })
  await pool.close()
  return png
}

/** The number of pictures in progress at once, in the server and in the bare loop alike. */
export const concurrency = 4
