/** The style sheets whose fetch has failed. They are no longer part of the page. */
const failed = new Set<HTMLLinkElement>()
let fetching: Promise<void> | null = null

/** Notes the style sheets whose fetch fails: later a browser may not tell them from others. Returns the stop. */
export function watchStyleSheets(): () => void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    failed.add(target)
    target.remove()
  }
  addEventListener('error', note, { capture: true })
  return () => removeEventListener('error', note, { capture: true })
}

/** Fetches a style sheet again. Where that fails as well, it is noted again. */
const fetchAgain = (link: HTMLLinkElement) =>
  new Promise<void>((resolve, reject) => {
    failed.delete(link)
    const again = link.cloneNode() as HTMLLinkElement
    again.addEventListener('load', () => resolve())
    again.addEventListener('error', () => reject(new Error(`The style sheet ${link.href} did not load.`)))
    document.head.append(again)
  })

/** Fetches all of them again, and ends when the last has ended. Rejects where one has failed. */
async function fetchFailed(): Promise<void> {
  const fetches = Array.from(failed, fetchAgain)
  await Promise.allSettled(fetches)
  fetching = null
  await Promise.all(fetches)
}

/**
 * Wraps the fetching of code. The bundler's loader fetches a style sheet once and takes a failed one for loaded, so what is
 * fetched afterwards would come without its styles: the failed sheets are fetched first. Code whose fetch has failed may need
 * one of them and is not fetched without; for other code they are no condition.
 */
export function withStyleSheets<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let hasFailed = false
  return async () => {
    try {
      if (failed.size > 0) fetching ??= fetchFailed()
      if (fetching) await (hasFailed ? fetching : fetching.catch(() => {}))
      return await load()
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
}
