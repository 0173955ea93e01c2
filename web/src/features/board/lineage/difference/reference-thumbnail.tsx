import { useState } from 'react'
import { imageAddress, uploadAddress } from '#web/data/image-address.ts'

/** A reference by its id, which does not say whether it is an upload or an image: most are uploads. */
export function ReferenceThumbnail({ id, label }: { id: string; label: string }) {
  const [isUpload, setUpload] = useState(true)
  return (
    <img
      className="reference-thumbnail"
      src={isUpload ? uploadAddress(id, 64) : imageAddress(id, 64)}
      alt={label}
      draggable={false}
      onError={() => setUpload(false)}
    />
  )
}
