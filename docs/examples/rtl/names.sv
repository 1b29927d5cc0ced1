// Names of the values that the modules exchange.
package names;
  typedef enum logic [1:0] {
    REASON_FULL,
    REASON_OVERLAP,
    REASON_DRAW_END
  } reason_t;

  typedef enum logic [3:0] {
    FREE,
    START,       // registers are loaded
    ENTRY,       // polls, until the newest overlapped wave has exited
    LOAD,
    LOAD_WAIT,
    STORE,
    STORE_WAIT,
    EXIT,        // sends its exit message
    LAST         // ends
  } state_t;

  typedef enum logic [2:0] {
    NO_BUG,
    BUG_EXIT_OUT_OF_ORDER,
    BUG_ENTRY_ONE_EARLY,
    BUG_NO_WRAP,
    BUG_SECOND_QUAD_MISSED,
    BUG_STORE_NOT_AWAITED,
    BUG_SLOT_FREE_EARLY,
    BUG_TABLE_NOT_CLEARED
  } bug_t;
endpackage
