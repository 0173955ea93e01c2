import { useEffect, useRef, useState } from 'react'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { type Selection, type SelectionStep, shapingSteps } from './selection.ts'
import {
  type Covered,
  createSelectionPainter,
  type LoadedMasks,
  type LoadedStep,
  loadMask,
  maskFile,
  type SelectionPainter,
} from './selection-painter.ts'
import type { Drawn } from './start-stroke.ts'

/** The colors of the film over what is selected; the line around it is legible on any picture. */
export const filmColors = ['#b9a7ff', '#ffffff', '#000000'] as const

const nothingCovered: Covered = { path: '', share: 0, box: null }

export type ShownSelection = {
  readonly painter: SelectionPainter
  readonly covered: Covered
  /** The selection as a mask for the server. @param further Steps after those that are shown. */
  maskFile(...further: readonly SelectionStep[]): Promise<File>
}

const loadStep = async (step: LoadedStep) => [step.address, await loadMask(step)] as const

/**
 * Paints a selection, and follows its edge once a step has ended.
 * @param film Which of `filmColors` is used.
 */
export function useShownSelection(picture: PixelSize, selection: Selection, film: number): ShownSelection {
  const [painter] = useState(() => createSelectionPainter(picture))
  const [masks, setMasks] = useState<LoadedMasks>(new Map())
  const [covered, setCovered] = useState(nothingCovered)
  const steps = shapingSteps(selection)
  const loaded = steps.flatMap((step) => ('address' in step ? [step] : []))
  const latest = useRef(loaded)
  latest.current = loaded
  const addresses = loaded.map(({ address }) => address).join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the addresses say which steps are loaded
  useEffect(() => {
    let isGone = false
    void Promise.allSettled(latest.current.map(loadStep)).then((settled) => {
      const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
      if (!isGone && found.length > 0) setMasks((before) => new Map([...before, ...found]))
    })
    return () => {
      isGone = true
    }
  }, [addresses])
  useEffect(() => painter.restyle(filmColors[film % filmColors.length] ?? filmColors[0], masks), [painter, film, masks])
  // biome-ignore lint/correctness/useExhaustiveDependencies: masks that arrive change what is covered
  useEffect(() => {
    painter.show(shapingSteps(selection))
    setCovered(painter.covered())
  }, [painter, selection, masks])

  return {
    painter,
    covered,
    async maskFile(...further) {
      const late = await Promise.all(loaded.filter(({ address }) => !masks.has(address)).map(loadStep))
      return maskFile([...steps, ...further], picture, new Map([...masks, ...late]))
    },
  }
}

type SelectionLayerProps = {
  picture: PixelSize
  shown: ShownSelection
  /** The outline of the stroke that is being drawn. */
  drawn: Drawn | null
  isWorking: boolean
}

/** The selection over the picture: a film, and a moving line around it. */
export function SelectionLayer({ picture, shown: { painter, covered }, drawn, isWorking }: SelectionLayerProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.append(painter.canvas)
    return () => painter.canvas.remove()
  }, [painter])
  const outline = drawn && `M${drawn.map((value, at) => `${at > 0 && at % 2 === 0 ? 'L' : ''}${value} `).join('')}Z`
  return (
    <div className="edit-selection" data-working={isWorking || undefined} aria-hidden="true">
      <div ref={place} className="edit-film" />
      <svg viewBox={`0 0 ${picture.width} ${picture.height}`} preserveAspectRatio="none">
        <title> </title>
        {[covered.path, outline].map(
          (path, at) =>
            path && (
              <g key={at === 0 ? 'covered' : 'drawn'}>
                <path className="edit-ants-ground" d={path} />
                <path className="edit-ants" d={path} />
              </g>
            ),
        )}
      </svg>
    </div>
  )
}
