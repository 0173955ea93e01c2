import { BadgeCheck, CircleHelp, FileCheck, FilePen, ImageUp, type LucideIcon } from 'lucide-react'
import { type DragEvent, useEffect, useState } from 'react'
import type { VerificationShape } from '#contract/sharing/verify.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { verifyFile } from '#web/data/verify.ts'
import { announce } from '#web/ui/announce.ts'
import { Button } from '#web/ui/button.tsx'
import { chooseFile } from '#web/ui/files.ts'
import { verifyTexts as texts } from './texts.ts'

type Result = keyof typeof texts.results

const resultOf = ({ match, approved }: VerificationShape): Result => (approved ? 'approved' : match)

const icons: Record<Result, LucideIcon> = {
  approved: BadgeCheck,
  exact: FileCheck,
  variant: FilePen,
  none: CircleHelp,
}

/** What the server said, or why it could not say anything. */
type Answer = 'none' | 'asked' | VerificationShape | { readonly reason: string }

/** The page on which anybody verifies a picture. */
export function VerifyScreen() {
  const [file, setFile] = useState<File | null>(null)
  const [answer, setAnswer] = useState<Answer>('none')
  const verify = async (chosen: File | null | undefined) => {
    if (!chosen || answer === 'asked') return
    setFile(chosen)
    setAnswer('asked')
    try {
      const found = await verifyFile(chosen)
      setAnswer(found)
      announce(`${texts.results[resultOf(found)]}. ${found.message}`)
    } catch (error) {
      setAnswer({ reason: errorMessage(error, texts.failed) })
    }
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void verify(event.dataTransfer.files[0])
  }
  return (
    <main
      className="mx-auto grid max-w-[720px] gap-6 px-10 pt-28 pb-24 max-sm:px-4 max-sm:pt-18"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <h1 className="display text-[40px]/[44px] tracking-[-0.028em] max-sm:text-[32px]/9">{texts.title}</h1>
      <p className="text-16 text-muted">{texts.lead}</p>
      <div className="grid gap-5 rounded-panel border border-line bg-raised p-6 max-sm:p-4">
        {file && <ChosenPicture file={file} />}
        {typeof answer === 'object' && 'match' in answer && <Found found={answer} />}
        {typeof answer === 'object' && 'reason' in answer && (
          <p role="alert" className="text-14">
            {answer.reason}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button kind="solid" busy={answer === 'asked'} onClick={() => void chooseFile('image/*').then(verify)}>
            {answer !== 'asked' && <ImageUp aria-hidden="true" />}
            {answer === 'asked' ? texts.checking : file ? texts.another : texts.choose}
          </Button>
          {!file && <span className="text-14 text-muted max-sm:hidden">{texts.dropHere}</span>}
        </div>
      </div>
    </main>
  )
}

/** The file as the browser shows it; one that it can't show has its name alone. */
function ChosenPicture({ file }: { file: File }) {
  const [address, setAddress] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return (
    <figure className="grid gap-2">
      {address !== '' && (
        <img
          src={address}
          alt={texts.alt(file.name)}
          className="max-h-80 max-w-full justify-self-start rounded-field"
        />
      )}
      <figcaption className="truncate text-13 text-muted">{file.name}</figcaption>
    </figure>
  )
}

function Found({ found }: { found: VerificationShape }) {
  const result = resultOf(found)
  const Icon = icons[result]
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
      <Icon aria-hidden="true" className="mt-0.5 size-5" />
      <h2 className="text-16 font-medium">{texts.results[result]}</h2>
      <p className="col-start-2 text-14 text-muted">{found.message}</p>
    </div>
  )
}
