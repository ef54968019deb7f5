/** Offers a value to the browser as a file download. */
export function downloadJson(fileName: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Delayed, because some browsers start to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
