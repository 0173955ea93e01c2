/** Left free around what is kept clear, in screen pixels, and the radius of the corners there. */
const margin = 4
const radius = 14

/** Further than anything that an element paints beside its box: outlines, and buttons of its own. */
const beyond = 99_999

/** A rectangle with round corners, as a part of an SVG path. All numbers in the pixels of the path. */
function roundedRect({ x, y, width, height }: DOMRect, corner: number): string {
  const arc = (dx: number, dy: number) => `a${corner} ${corner} 0 0 1 ${dx} ${dy}`
  const [across, down] = [width - 2 * corner, height - 2 * corner]
  return [
    `M${x + corner} ${y}h${across}${arc(corner, corner)}v${down}${arc(-corner, corner)}`,
    `h${-across}${arc(-corner, -corner)}v${-down}${arc(corner, -corner)}z`,
  ].join('')
}

/** The element without what lies over the boxes; null where it touches none. */
function clipOf(element: HTMLElement, boxes: readonly DOMRect[]): string | null {
  const own = element.getBoundingClientRect()
  const scale = own.width / element.offsetWidth
  const touched = boxes
    .map(({ x, y, width, height }) => new DOMRect(x - margin, y - margin, width + 2 * margin, height + 2 * margin))
    .filter(
      ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top,
    )
  if (touched.length === 0 || !(scale > 0)) return null
  const holes = touched.map(({ x, y, width, height }) =>
    roundedRect(
      new DOMRect((x - own.x) / scale, (y - own.y) / scale, width / scale, height / scale),
      Math.min(radius, width / 2, height / 2) / scale,
    ),
  )
  return `path(evenodd, "M${-beyond} ${-beyond}H${beyond}V${beyond}H${-beyond}z${holes.join('')}")`
}

/**
 * Cuts a hole into what lies in front of the cards — notes, titles of frames and their sums, labels of rings — where it would cover the tools of a
 * picture: a clipped part takes no pointer either. The tools stay in their card, so that Tab reaches them from there. Returns what
 * fills the holes again.
 * @param tools Whose children are kept clear.
 */
export function keepClear(tools: HTMLElement): () => void {
  const boxes = [...tools.children].map((child) => child.getBoundingClientRect())
  // Measured first, and then written: a change between would make the browser compute all styles again.
  const cut = [...document.querySelectorAll<HTMLElement>('.canvas-front :is([data-drag], .frame-sum)')].flatMap(
    (element) => {
      const clip = clipOf(element, boxes)
      return clip === null ? [] : { style: element.style, clip }
    },
  )
  for (const { style, clip } of cut) style.clipPath = clip
  return () => {
    for (const { style } of cut) style.clipPath = ''
  }
}
