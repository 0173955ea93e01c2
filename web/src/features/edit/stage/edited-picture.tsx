import { useState } from 'react'
import { usesMask } from '#domain/edit/operation.ts'
import { subjectBox } from '#domain/edit/subject-box.ts'
import type { PixelSize } from '#domain/models/aspect-ratio.ts'
import { promptOf } from '#domain/prompt/prompt-of.ts'
import { AdjustPreview } from '../adjust-preview.tsx'
import { FrameLayer } from '../frame/frame-layer.tsx'
import { withStep } from '../selection/selection.ts'
import { SelectionLayer, type useShownSelection } from '../selection/selection-layer.tsx'
import { type Drawn, startStroke } from '../selection/start-stroke.ts'
import { editorTexts } from '../texts.ts'
import type { Editor } from '../use-editor.ts'
import type { EditRun } from '../use-run.ts'
import { EditStage, type StageView } from './edit-stage.tsx'

type EditedPictureProps = {
  editor: Editor
  selection: ReturnType<typeof useShownSelection>
  view: StageView
  run: EditRun
  isBeforeHeld: boolean
  /** Whether the box is shown in which the subject is looked for. */
  showsBox: boolean
}

/** The picture with what the operation lays over it: the selection, a frame, or the adjusted pixels. */
export function EditedPicture({ editor, selection, view, run, isBeforeHeld, showsBox }: EditedPictureProps) {
  const { image, generation, draft, operation, selectsWith, purpose, box, change } = editor
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const begin = (event: PointerEvent) => {
    if (selectsWith === null || run.isRunning) return null
    return startStroke(event, {
      tool: selectsWith,
      mode: editor.mode,
      size: editor.brush,
      painter: selection.painter,
      toPicture: view.toPicture,
      onDrawn: setDrawn,
      onEnd: (step) => change((now) => ({ selection: withStep(now.selection, step) })),
      onPick: (at, mode) => void editor.found.pick(at, mode),
    })
  }
  const isBrush = selectsWith === 'brush' || selectsWith === 'eraser'
  return (
    <EditStage
      image={{ ...image, prompt: promptOf(generation, image) }}
      view={view}
      area={editor.area}
      turned={purpose === 'crop' ? -box.angle : 0}
      begin={begin}
      brush={isBrush && !run.isRunning ? editor.brush : null}
      onPicture={
        !isBeforeHeld && (
          <>
            {showsBox && <SubjectBox picture={image} />}
            {operation === 'adjust' && <AdjustPreview image={image} adjustments={draft.adjustments} />}
            {usesMask(operation) && (
              <>
                <SelectionLayer picture={image} shown={selection} drawn={drawn} isWorking={run.isRunning} />
                {selection.covered.share > 0 && (
                  <span className="edit-glass-label left-3">{editorTexts.selected(selection.covered.share)}</span>
                )}
              </>
            )}
          </>
        )
      }
    >
      {purpose && !isBeforeHeld && (
        <FrameLayer
          box={box}
          picture={image}
          area={editor.area}
          unit={view.unit}
          purpose={purpose}
          ratio={editor.ratio}
          onChange={editor.setBox}
          onResizing={editor.setResizing}
        />
      )}
    </EditStage>
  )
}

/** The box in which the subject is looked for where nothing is selected. */
function SubjectBox({ picture }: { picture: PixelSize }) {
  const { x, y, width, height } = subjectBox(picture)
  const share = (part: number, whole: number) => `${(100 * part) / whole}%`
  return (
    <span
      className="cut-out-box"
      aria-hidden="true"
      style={{
        left: share(x, picture.width),
        top: share(y, picture.height),
        width: share(width, picture.width),
        height: share(height, picture.height),
      }}
    />
  )
}
