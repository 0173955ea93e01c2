let region: HTMLElement | null = null

/** Says something to people who listen to the page instead of looking at it. */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.className = 'sr-only'
    document.body.append(region)
  }
  region.textContent = ''
  const said = region
  // The same words again are said again only if the region was empty in between.
  requestAnimationFrame(() => {
    said.textContent = text
  })
}
