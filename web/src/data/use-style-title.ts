import { useQuery } from '@tanstack/react-query'
import { stylesQuery } from './styles.ts'

type StyleWords = {
  /** Said where there is no style. */
  readonly none: string
  /** Said where it is gone by now. */
  readonly unknownStyle: string
}

/** The title of a style by its id, or what is said instead. */
export function useStyleTitle({ none, unknownStyle }: StyleWords): (id: string | null) => string {
  const { data: styles = [] } = useQuery(stylesQuery)
  return (id) => (id === null ? none : (styles.find((style) => style.id === id)?.title ?? unknownStyle))
}
