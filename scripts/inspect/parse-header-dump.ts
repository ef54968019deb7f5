export type HeaderDump = { status: number | null; headers: Record<string, string> }

type Field = [name: string, value: string]

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

function toDump(status: number | null, fields: Field[]): HeaderDump | null {
  const headers: Record<string, string> = {}
  for (const [name, value] of fields) {
    const key = name.toLowerCase()
    if (NAME.test(key))
      headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`
  }
  return Object.keys(headers).length > 0 ? { status, headers } : null
}

function fieldsOfJson(value: unknown): Field[] {
  if (Array.isArray(value)) {
    return value.flatMap((item): Field[] => {
      if (Array.isArray(item) && item.length === 2) return [[String(item[0]), String(item[1])]]
      const { name, value: text } = Object(item)
      return typeof name === 'string' ? [[name, String(text)]] : []
    })
  }
  return Object.entries(Object(value)).flatMap(([name, text]): Field[] => {
    if (Array.isArray(text)) return text.map((one): Field => [name, String(one)])
    return typeof text === 'string' || typeof text === 'number' ? [[name, String(text)]] : []
  })
}

function parseJsonDump(text: string): HeaderDump | null {
  try {
    const value: unknown = JSON.parse(text)
    const { headers, status } = Object(value)
    return toDump(typeof status === 'number' ? status : null, fieldsOfJson(headers ?? value))
  } catch {
    return null
  }
}

/**
 * Parses response headers as curl prints them (in a dump with several responses the last one
 * counts), as plain lines, or as JSON. Names in lower case, repeated ones joined by ", ". Null if
 * the text contains no header.
 */
export function parseHeaderDump(text: string): HeaderDump | null {
  if (/^\s*[[{]/.test(text)) return parseJsonDump(text)
  let status: number | null = null
  let fields: Field[] = []
  for (const line of text.split(/\r?\n/)) {
    const start = /^HTTP\/[\d.]+\s+(\d{3})\b/.exec(line)
    if (start) {
      status = Number(start[1])
      fields = []
      continue
    }
    const [, name, value] = /^([^:\s]+):\s*(.*?)\s*$/.exec(line) ?? []
    if (name && value !== undefined) fields.push([name, value])
  }
  return toDump(status, fields)
}
