import { useEffect, useState } from 'react'

const retryDelaysMs = [1_000, 3_000, 8_000]

/**
 * The address of a picture once it is decoded; the previous one until then, so that nothing flickers when the zoom
 * changes.
 */
export function useDecoded(wanted: string): { source: string | null; isLost: boolean } {
  const [source, setSource] = useState<string | null>(null)
  const [isLost, setLost] = useState(false)

  useEffect(() => {
    const image = new Image()
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined

    const load = (tries: number) => {
      image.src = wanted
      image.decode().then(
        () => {
          if (!isWanted) return
          setSource(wanted)
          setLost(false)
        },
        () => {
          if (!isWanted) return
          const delayMs = retryDelaysMs[tries]
          if (delayMs === undefined) return setLost(true)
          image.removeAttribute('src')
          timer = setTimeout(() => load(tries + 1), delayMs)
        },
      )
    }

    load(0)
    return () => {
      isWanted = false
      clearTimeout(timer)
      image.removeAttribute('src')
    }
  }, [wanted])

  return { source, isLost }
}
