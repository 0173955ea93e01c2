import { type ComponentProps, useEffect, useRef } from 'react'
import { ModelList } from './model-list.tsx'

/** The list of models with the focus in its field: a popover gives it to what is there when it opens, and this may come later. */
export function FocusedModelList(props: ComponentProps<typeof ModelList>) {
  const node = useRef<HTMLDivElement>(null)
  useEffect(() => node.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={node} className="contents">
      <ModelList {...props} />
    </div>
  )
}
