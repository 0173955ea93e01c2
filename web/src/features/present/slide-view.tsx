import { type CSSProperties, useState } from 'react'
import type { ImageShape } from '#contract/image.ts'
import { type ImageSize, imageAddress } from '#web/data/pictures/image-address.ts'
import { pictureSizeFor } from '#web/features/board/cards/image-slot.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { NoteText } from '#web/viewing/frames/note-text.tsx'
import type { Slide, SlideCard } from './slides.ts'
import { presentTexts } from './texts.ts'
import '#web/viewing/frames/frames.css'
import './present.css'

type SlideProps = {
  slide: Slide
  /** The room for it, in screen pixels. */
  room: { readonly width: number; readonly height: number }
  showsPrompts: boolean
  /** The file of an image that the canvas has loaded already: it is shown at once, and without a connection. */
  loadedFile(image: ImageShape, images: readonly ImageShape[]): ImageSize
}

/** Below this zoom a card in a frame shows its first picture alone: four would be specks, and a full frame thousands of files. */
const onePictureBelow = 0.1

/** A slide as large as its room. */
export function SlideView({ slide, room, showsPrompts, loadedFile }: SlideProps) {
  if (slide.kind === 'card') {
    return (
      <figure className="present-single">
        <Pictures images={slide.card.images} card={slide.card} size="original" loadedFile={loadedFile} />
        {showsPrompts && <figcaption>{slide.card.prompt}</figcaption>}
      </figure>
    )
  }
  const { frame, frames, cards, notes } = slide
  const zoom = Math.min(room.width / frame.width, room.height / frame.height)
  const world = {
    '--z': zoom,
    width: frame.width,
    height: frame.height,
    transform: `translate(-50%, -50%) scale(${zoom})`,
  } as CSSProperties
  const at = ({ x, y }: { readonly x: number; readonly y: number }) => ({
    position: 'absolute' as const,
    left: x - frame.x,
    top: y - frame.y,
  })
  return (
    <div className="present-frame" style={world}>
      {frames.map((inner) => (
        <div key={inner.id} className="frame-box" style={{ ...at(inner), width: inner.width, height: inner.height }} />
      ))}
      {cards.map((card) => {
        const images = zoom < onePictureBelow ? card.images.slice(0, 1) : card.images
        const side = Math.max(card.rect.width / images.length, card.rect.height)
        return (
          <figure key={card.id} className="present-card" style={{ ...at(card.rect), height: card.rect.height }}>
            <Pictures
              images={images}
              card={card}
              size={pictureSizeFor(side * zoom, devicePixelRatio)}
              loadedFile={loadedFile}
            />
            {showsPrompts && <figcaption>{card.prompt}</figcaption>}
          </figure>
        )
      })}
      {frames.map((inner) => (
        <div key={inner.id} className="frame-head" style={{ ...at(inner), width: inner.width }}>
          <h3 className="frame-title">{inner.title}</h3>
        </div>
      ))}
      {notes.map((note) => (
        <div key={note.id} className="note" data-fixed style={at(note)}>
          <NoteText text={note.text} />
        </div>
      ))}
    </div>
  )
}

type PicturesProps = Pick<SlideProps, 'loadedFile'> & {
  images: readonly ImageShape[]
  card: SlideCard
  size: ImageSize
}

function Pictures({ images, card, size, loadedFile }: PicturesProps) {
  return (
    <div className="present-pictures" data-count={images.length}>
      {images.map((image) => (
        <Picture
          key={image.id}
          prompt={card.prompt}
          wanted={imageAddress(image.id, size)}
          loaded={imageAddress(image.id, loadedFile(image, card.images))}
        />
      ))}
    </div>
  )
}

/** A picture: at once the file that is loaded already, over it the sharp one as soon as it is decoded. */
function Picture({ prompt, wanted, loaded }: { prompt: string; wanted: string; loaded: string }) {
  const { source, isLost } = useDecoded(wanted)
  const [isLoadedThere, setLoadedThere] = useState(false)
  return (
    <div className="present-picture">
      {loaded !== wanted && !source && (
        <img
          src={loaded}
          alt={prompt}
          hidden={!isLoadedThere}
          draggable={false}
          onLoad={() => setLoadedThere(true)}
          onError={() => setLoadedThere(false)}
        />
      )}
      {source && <img src={source} alt={prompt} draggable={false} />}
      {isLost && !source && !isLoadedThere && <p>{presentTexts.lost}</p>}
    </div>
  )
}
