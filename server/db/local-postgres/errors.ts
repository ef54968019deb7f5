/** Operators fix these themselves: the message is shown unchanged, without a stack. */
export class LocalPostgresError extends Error {}

/** Another product process works on the folder. Two of them would do everything twice. */
export class DatabaseInUseError extends LocalPostgresError {
  constructor(dataDir: string, holder: string) {
    super(`${dataDir} is in use by ${holder}. Stop that process, or choose another folder: DATA_DIR=.data-2`)
  }
}
