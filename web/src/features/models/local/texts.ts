import type { LocalModelShape } from '#contract/models/local-model.ts'

const units = [
  { bytes: 1e9, name: 'GB', digits: 1 },
  { bytes: 1e6, name: 'MB', digits: 0 },
  { bytes: 1e3, name: 'kB', digits: 0 },
]
const smallest = { bytes: 1e3, name: 'kB', digits: 0 }
const unitOf = (bytes: number) => units.find((unit) => bytes >= unit.bytes) ?? smallest
const inUnit = (bytes: number, { bytes: size, digits }: typeof smallest) =>
  (bytes / size).toFixed(digits).replace(/\.0$/, '')

/** '1.8 GB', '67 MB': in powers of ten, as disks are sold. */
export const formatBytes = (bytes: number): string => `${inUnit(bytes, unitOf(bytes))} ${unitOf(bytes).name}`

/** '0.7 of 1.8 GB': both in the unit of the whole. */
export const formatPart = (part: number, whole: number) => {
  const unit = unitOf(whole)
  return `${inUnit(part, unit)} of ${inUnit(whole, unit)} ${unit.name}`
}

/** '41.2 MB/s' */
const formatSpeed = (bytesPerSecond: number) => `${(bytesPerSecond / 1e6).toFixed(1)} MB/s`

/** '1 h 5 min', '1 min 10 s', '8 s' */
export function formatDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60]
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes === 0) return `${rest} s`
  return rest > 0 ? `${minutes} min ${rest} s` : `${minutes} min`
}

const abilities = {
  'words-to-image': 'Words',
  upscale: 'Upscale',
  'cut-out': 'Remove background',
  erase: 'Erase',
} as const satisfies Record<LocalModelShape['does'], string>

export const localModelTexts = {
  loading: 'Loading the models of this machine',
  failed: { title: 'The models of this machine did not load', text: 'Check your connection and try again.' },
  noEngine: {
    title: 'Nothing runs on this machine yet.',
    text: 'This server can not run models itself. Connect a provider, or add a workflow of ComfyUI below.',
  },
  machine: 'This machine',
  processor: 'Processor',
  cores: (count: number) => `${count} ${count === 1 ? 'core' : 'cores'}`,
  memory: 'Memory',
  disk: 'Disk',
  free: (bytes: number) => `${formatBytes(bytes)} free`,
  inUse: (used: number, total: number) => `${formatPart(used, total)} in use`,
  taken: (bytes: number) => (bytes === 0 ? 'No models on it yet' : `Models take ${formatBytes(bytes)}`),
  does: ({ does, painting }: Pick<LocalModelShape, 'does' | 'painting'>) =>
    painting?.readsPictures ? 'Words, pictures' : abilities[does],
  takes: ({ does, seconds }: Pick<LocalModelShape, 'does' | 'seconds'>) => {
    if (seconds === null) return []
    const time = formatDuration(seconds)
    return [does === 'words-to-image' ? `About ${time} a picture here.` : `About ${time} for 1024 × 1024 here.`]
  },
  fastest: (seconds: number | null) => (seconds === null ? '' : `From about ${formatDuration(seconds)} a picture`),
  beingInstalled: 'Being installed',
  installed: 'Installed',
  makePictures: 'Make pictures',
  editPictures: 'Edit pictures',
  recommended: 'Recommended here',
  why: 'Why',
  editingSet: {
    label: 'Editing set',
    does: { upscale: 'upscale', 'cut-out': 'cut out', erase: 'erase', 'words-to-image': 'make pictures' },
    title: (does: readonly string[]) => `Editing set: ${does.join(', ')}.`,
    text: (size: string) => `${size}, works without a graphics card.`,
    install: 'Install all',
  },
  install: 'Install',
  installOf: (name: string) => `Install ${name}`,
  fetchAgain: 'Fetch again',
  fetchAgainOf: (name: string) => `Fetch again: ${name}`,
  tryAgain: 'Try again',
  tryAgainOf: (name: string) => `Try again: ${name}`,
  pause: (name: string) => `Pause ${name}`,
  goOn: (name: string) => `Go on with ${name}`,
  stop: (name: string) => `Stop ${name} and remove what has come`,
  more: (name: string) => `More about ${name}`,
  check: 'Check the files',
  about: 'Licence and files',
  remove: 'Remove',
  progressOf: (name: string) => `Download of ${name}`,
  checkOf: (name: string) => `Check of ${name}`,
  coming: (done: number, total: number, perSecond: number | null) =>
    [formatPart(done, total), ...(perSecond === null ? [] : [formatSpeed(perSecond)])].join(' · '),
  left: (seconds: number) => `${formatDuration(seconds)} left`,
  starting: 'Starting',
  triesAgain: 'It tries again by itself.',
  paused: (done: number, total: number) => `${formatPart(done, total)} · paused`,
  keeps: 'Goes on where it stopped',
  checking: (done: number, total: number) => `Checking: ${formatPart(done, total)}`,
  checkFailed: 'Check failed',
  downloadFailed: 'Download failed',
  ask: 'Ask the person who runs this server',
  off: 'Switched off on this server',
  offNote:
    'The settings of this server forbid installing models (LOCAL_MODELS). What is installed already can still be used.',
  nowInstalled: ({ name, does }: Pick<LocalModelShape, 'name' | 'does'>) =>
    does === 'words-to-image' ? `${name} is installed. It can be chosen in the picker.` : `${name} is installed.`,
  dialog: {
    title: (name: string) => `Install ${name}?`,
    size: 'Download',
    speed: 'Speed',
    memory: 'Memory',
    licence: 'Licence',
    text: 'The files are stored on the machine of this server and checked there. The download goes on in the background, also after a restart, and can be paused.',
    accept: (licence: string) =>
      `${licence} is not a plain open-source licence: it has conditions for use. Read it first. By installing, you accept it for this server.`,
    read: 'Read the licence',
    install: 'Install',
    acceptAndInstall: 'Accept and install',
    cancel: 'Cancel',
    needs: (bytes: number) => `${formatBytes(bytes)} while it paints`,
  },
  files: {
    title: (name: string) => `Licence and files of ${name}`,
    accepted: (day: string) => `Accepted for this server on ${day}.`,
    pinned: 'SHA-256, known to this release',
    stated: 'SHA-256, as its host stated it at the download',
    unknown: 'The host states its SHA-256 at the download.',
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Its files are deleted from this machine. It can be installed again.',
    stopTitle: (name: string) => `Stop the download of ${name}?`,
    stopText: 'What has come so far is deleted.',
    neededText: 'Their images fail with a message, and cost nothing.',
    neededTitle: 'Images wait for this model',
    confirm: 'Remove',
    confirmAnyway: 'Remove anyway',
    done: (name: string, bytes: number) => ({
      title: `${name} removed`,
      description: `${formatBytes(bytes)} came free.`,
    }),
  },
  notDone: 'That did not work',
  noConnection: 'The server did not answer. Try again in a moment.',
}
