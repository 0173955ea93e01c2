let region: HTMLElement | null = null

/**
 * Announces a message to screen readers (polite live region). An open dialog hides the rest of the page from them, but no
 * element with `aria-live` (package aria-hidden, `hideOthers`): the implied one of `role=status` is not enough.
 */
export function announce(text: string): void {
  if (!region) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'polite')
    region.className = 'sr-only'
    document.body.append(region)
  }
  region.textContent = ''
  const message = region
  // Screen readers repeat the same text only if the region was empty in between.
  requestAnimationFrame(() => {
    message.textContent = text
  })
}
