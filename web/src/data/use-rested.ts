import { useEffect, useState } from 'react'

/** Typing rests this long before the server is asked, in milliseconds. */
const restMs = 150

/** The value once it has not changed for a moment. */
export function useRested(value: string): string {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
