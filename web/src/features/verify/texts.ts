export const verifyTexts = {
  title: 'Verify a picture',
  lead: 'Choose or drop a file. You learn whether it comes from here, and whether it is the approved one. It is not kept, and nobody’s name or words are told.',
  choose: 'Choose a picture',
  another: 'Verify another picture',
  dropHere: 'Drop a picture here',
  checking: 'Looking…',
  results: {
    approved: 'The approved file',
    exact: 'A file from here',
    variant: 'Not the approved one',
    none: 'Not known here',
  },
  failed: 'The picture could not be verified.',
  alt: (name: string) => `The picture ${name}`,
}
