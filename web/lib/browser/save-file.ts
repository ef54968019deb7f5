/** Hands a file that the page made or fetched to the browser's downloads. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Delayed, because some browsers start to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
