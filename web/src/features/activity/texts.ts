export const activityTexts = {
  running: (count: number) => `${count} generating`,
  success: 'Success!',
  generated: 'Image generated successfully!',
  edited: 'Image edited successfully!',
  failed: 'Generation Failed',
  failedWithoutReason: 'Failed to generate images',
  offline: 'Offline',
  offlineHint: 'No connection. What is running goes on; the page catches up when the connection is back.',
}
