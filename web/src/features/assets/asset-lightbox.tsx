import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { AssetShape } from '#contract/asset.ts'
import { actOfKey } from '#web/canvas/picture/picture-keys.ts'
import { usePictureView } from '#web/canvas/picture/use-picture-view.ts'
import { setAssetFeedback } from '#web/data/assets/assets.ts'
import { imageAddress } from '#web/data/image-address.ts'
import { useSaidOfImage } from '#web/data/review.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { phoneQuery, useMediaQuery } from '#web/ui/use-media-query.ts'
import { PicturePins } from '#web/viewing/pins/picture-pins.tsx'
import { usePins } from '#web/viewing/pins/use-pins.ts'
import { AssetDetails } from './asset-details.tsx'
import { AssetPicture } from './asset-picture.tsx'
import { LightboxBar } from './lightbox-bar.tsx'
import { assetTexts } from './texts.ts'
import '#web/ui/lightbox-details.css'
import '#web/ui/lightbox.css'

type AssetLightboxProps = {
  asset: AssetShape
  /** The images beside it in the list; null at its ends. */
  before: AssetShape | null
  after: AssetShape | null
  onShow(asset: AssetShape): void
  onClose(): void
}

/** An image in the dark, with how it was made; left and right go through the list. */
export function AssetLightbox({ asset, before, after, onShow, onClose }: AssetLightboxProps) {
  const isPhone = useMediaQuery(phoneQuery)
  const [isDetailed, setDetailed] = useState(!isPhone)
  const said = useSaidOfImage(asset.projectId, asset.id)
  const pins = usePins(said.comments, () => setDetailed(true))
  const show = (next: AssetShape | null) => next && onShow(next)
  const shown = usePictureView(asset, (side) => show(side === 'left' ? after : before))
  useEffect(() => {
    for (const next of [before, after]) if (next) new Image().src = imageAddress(next.id, 'original')
  }, [before, after])

  const press = (event: KeyboardEvent) => {
    // What lies over it has its keys for itself.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    const isOnButton = event.target instanceof Element && event.target.closest('button, a') !== null
    const act = actOfKey(event.key, isOnButton ? 'button' : 'elsewhere')
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    if (act === 'toggle-zoom') shown.toggle()
    else if (act === 'before') show(before)
    else if (act === 'after') show(after)
    else void setAssetFeedback([asset], act, asset.feedback.includes(act) ? 'taken-back' : 'given')
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          className="lightbox"
          data-detailed={isDetailed || undefined}
          aria-describedby={undefined}
          onKeyDown={press}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            document.querySelector<HTMLElement>(`[data-asset="${asset.id}"]`)?.focus()
          }}
        >
          <Dialog.Title className="sr-only">{assetTexts.lightbox}</Dialog.Title>
          <div className="lightbox-stage">
            <div ref={shown.roomRef} className="lightbox-room" data-zoomed={!shown.isFitted || undefined}>
              <AssetPicture key={asset.id} asset={asset} picture={shown.picture} placed={shown.placed} />
            </div>
            <PicturePins remarks={pins.shown} picture={shown.picture} placed={shown.placed} onPress={pins.press} />
            <LightboxBar
              asset={asset}
              pins={pins}
              scale={shown.placed.scale}
              zoom={shown}
              details={{ isShown: isDetailed, toggle: () => setDetailed(!isDetailed) }}
            />
            {before && (
              <IconButton
                label={assetTexts.before}
                keys="←"
                className="lightbox-arrow left-5"
                onClick={() => show(before)}
              >
                <ArrowLeft />
              </IconButton>
            )}
            {after && (
              <IconButton
                label={assetTexts.after}
                keys="→"
                className="lightbox-arrow right-5"
                onClick={() => show(after)}
              >
                <ArrowRight />
              </IconButton>
            )}
          </div>
          {(isDetailed || isPhone) && (
            <AssetDetails asset={asset} said={said} pressed={pins.pressed} onHide={() => setDetailed(false)} />
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
