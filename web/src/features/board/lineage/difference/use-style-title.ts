import { useQuery } from '@tanstack/react-query'
import { stylesQuery } from '#web/data/styles.ts'
import { lineageTexts } from '../texts.ts'

/** The title of a style by its id; what is said where there is none, or where it is gone by now. */
export function useStyleTitle(): (id: string | null) => string {
  const { data: styles = [] } = useQuery(stylesQuery)
  return (id) => {
    if (id === null) return lineageTexts.none
    return styles.find((style) => style.id === id)?.title ?? lineageTexts.unknownStyle
  }
}
