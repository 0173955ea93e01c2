/**
 * A cover for a style without pictures: a slanted gradient of two hues derived from its id.
 * @returns A `data:` address of an SVG, 4:5.
 */
export function plainCover(styleId: string): string {
  const hue = Number.parseInt(styleId.slice(0, 6), 16) % 360
  const stop = (offset: number, degrees: number) =>
    `<stop offset='${offset}' stop-color='hsl(${degrees % 360} 45% ${62 - 30 * offset}%)'/>`
  const svg =
    `<svg xmlns='http://www.w3.org/2000/svg' width='4' height='5'>` +
    `<linearGradient id='a' x2='1' y2='1'>${stop(0, hue)}${stop(1, hue + 60)}</linearGradient>` +
    `<path fill='url(#a)' d='M0 0h4v5H0z'/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
