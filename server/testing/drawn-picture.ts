import sharp, { type Sharp } from 'sharp'

/** A picture of sixty boxes and discs, as a sharp picture to be changed: the same for the same number, and unlike that of another one. */
export function drawnPicture(number: number, { width = 320, height = 480 } = {}): Sharp {
  let state = number * 7_919 + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const color = () => [next(256), next(256), next(256)] as const
  const data = Buffer.alloc(width * height * 3)
  const ground = color()
  for (let at = 0; at < data.length; at++) data[at] = ground[at % 3] ?? 0
  for (let shape = 0; shape < 60; shape++) {
    const [x, y, radius, isDisc, fill] = [next(width), next(height), 8 + next(45), next(2) === 0, color()]
    for (let dy = -radius; dy < radius; dy++)
      for (let dx = -radius; dx < radius; dx++) {
        const isIn = !isDisc || dx * dx + dy * dy < radius * radius
        if (isIn && x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
          data.set(fill, ((y + dy) * width + x + dx) * 3)
      }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
}
