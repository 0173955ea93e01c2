import { useEffect, useState } from 'react'

const retryDelaysMs = [1_000, 3_000, 8_000]

/**
 * The address of a picture once it is decoded; the previous one until then, so that nothing flickers when the zoom
 * changes. One that is lost is loaded again when the connection is back.
 */
export function useDecoded(wanted: string): { source: string | null; isLost: boolean } {
  const [source, setSource] = useState<string | null>(null)
  const [isLost, setLost] = useState(false)

  useEffect(() => {
    const image = new Image()
    const ending = new AbortController()
    const { signal } = ending
    let timer: ReturnType<typeof setTimeout> | undefined

    const load = (tries: number) => {
      image.src = wanted
      image.decode().then(
        () => {
          if (signal.aborted) return
          setSource(wanted)
          setLost(false)
        },
        () => {
          if (signal.aborted) return
          image.removeAttribute('src')
          const delayMs = retryDelaysMs[tries]
          if (delayMs !== undefined) {
            timer = setTimeout(() => load(tries + 1), delayMs)
            return
          }
          setLost(true)
          addEventListener('online', () => load(0), { once: true, signal })
        },
      )
    }

    load(0)
    return () => {
      ending.abort()
      clearTimeout(timer)
      image.removeAttribute('src')
    }
  }, [wanted])

  return { source, isLost }
}
