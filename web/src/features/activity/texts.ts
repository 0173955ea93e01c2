export const activityTexts = {
  running: (count: number) => `${count} generating`,
  success: 'Success!',
  generated: 'Image generated successfully!',
  edited: 'Image edited successfully!',
  failed: 'Generation Failed',
  failedWithoutReason: 'Failed to generate images',
  notKept: 'This browser can not keep your work',
  notKeptWhy:
    'Its storage is full or blocked: what you write now is lost when this page is closed. Free some storage, or send it first.',
  offline: 'Offline',
  offlineHint: 'No connection. What is running goes on; the page catches up when the connection is back.',
}
