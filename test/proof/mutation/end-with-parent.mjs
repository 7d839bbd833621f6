/** Preloaded into Stryker: when the one who wants the result is gone, so is the reason to go on. Its workers end with it. */
if (process.channel && process.env.STRYKER_MUTATOR_WORKER === undefined) {
  process.on("disconnect", () => process.exit(1));
  // To wait for that is no reason to go on either.
  process.channel.unref();
}
