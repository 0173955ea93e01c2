import type { ProjectCoverShape } from '#contract/board/project.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import './boards.css'

type CoverProps = {
  board: Pick<ProjectCoverShape, 'title' | 'coverImageIds'>
  /** `row`: 56 x 40, one picture. `tile`: up to three, the first one large. */
  size: 'row' | 'tile'
}

/** The cover of a board; until there is a picture, the first letter of its title. Decoration: the title stands beside it. */
export function Cover({ board: { title, coverImageIds }, size }: CoverProps) {
  const ids = size === 'row' ? coverImageIds.slice(0, 1) : coverImageIds
  return (
    <span
      className="board-cover grid flex-none overflow-hidden bg-well data-[count=3]:grid-rows-[minmax(0,1fr)_minmax(0,1fr)] data-[size=row]:h-10 data-[size=row]:w-14 data-[size=row]:rounded-6 data-[size=tile]:aspect-236/148 data-[size=tile]:w-full data-[size=tile]:rounded-12 data-[size=tile]:text-44 data-[count=2]:data-[size=tile]:grid-cols-[1.35fr_1fr] data-[count=2]:data-[size=tile]:gap-0.5 data-[count=3]:data-[size=tile]:grid-cols-[1.35fr_1fr] data-[count=3]:data-[size=tile]:gap-0.5"
      data-size={size}
      data-count={ids.length}
      aria-hidden="true"
    >
      {ids.map((id, place) => (
        <img key={id} src={imageAddress(id, size === 'tile' && place === 0 ? 512 : 256)} alt="" loading="lazy" />
      ))}
      {ids.length === 0 && <span className="display">{[...title][0]}</span>}
    </span>
  )
}
