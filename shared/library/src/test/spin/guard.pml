/*
 * The store `tiered` of a guard, for one key: a row in PostgreSQL, an entry in Redis, and processes that call the operation.
 * Each step is one statement or one script. Between any two steps others may run, so that a process may pause anywhere; it
 * may also die anywhere. The steps are those of RATIONALE.md, "PostgreSQL decides, and Redis answers repetitions".
 *
 * Time has two forms here. Leases and tokens may end at any moment, in PostgreSQL and Redis independently, so no clock is
 * needed for them. A retention is measured: a tick is half a retention, and each store judges by its own clock, which goes as
 * fast as the other one.
 *
 * What "at the same time" means here:
 *   A lease lives from its grant or renewal until it ends in PostgreSQL. At most one run of the operation has a living lease.
 *   A process whose lease has ended may still be running the operation when the next one begins: no lease can prevent
 *   that, and no assertion asks for it.
 *
 * The tokens in Redis are modelled as they are, but no assertion needs them: to delete the entry of another call is what
 * FLUSHALL does, and an answer is right for as long as its own time, whatever it replaces. They keep a late answer
 * from replacing the entry of another call.
 *
 * Not modelled: sequences of operations; the store `redis`; kept failures, which take the way of answers.
 *
 * The script `check` beside this file defines the names in capitals. Those that begin with MISTAKE_ break the protocol, and
 * then an assertion must fail.
 */
#ifndef PROCESSES
#define PROCESSES 2
#endif
#ifndef CALLS               /* of each process, one after another */
#define CALLS 1
#endif
#ifndef BODIES              /* 2: a call may have another body than the others */
#define BODIES 1
#endif
#ifndef TICKS               /* how far time goes */
#define TICKS 0
#endif
#ifndef CHANGES             /* how many changes an operator makes to a key that has ended or is held */
#define CHANGES 0
#endif
#ifdef HOLD
#define HOLDS true
#else
#define HOLDS false
#endif
#ifndef LATE_COMMANDS       /* how many commands may reach Redis after their process has given up waiting */
#define LATE_COMMANDS 0
#endif
#ifndef LATE_STATEMENTS     /* the same for PostgreSQL */
#define LATE_STATEMENTS 0
#endif
#define RETENTION 2
#define OF_OPERATOR 100     /* the first answer that an operator sets; others are the numbers of their runs */

#ifdef MISTAKE_RENEW_WITHOUT_GENERATION
#define MAY_RENEW(mine) true
#else
#define MAY_RENEW(mine) (row.generation == mine)
#endif
#ifdef MISTAKE_KEEP_WITHOUT_GENERATION
#define MAY_KEEP(mine) true
#else
#define MAY_KEEP(mine) (row.generation == mine)
#endif
#ifdef MISTAKE_RELEASE_WITHOUT_GENERATION
#define MAY_RELEASE(mine) true
#else
#define MAY_RELEASE(mine) (row.generation == mine)
#endif
#ifdef MISTAKE_RELEASE_COMPLETED
#define MAY_BE_RELEASED (row.state == PROCESSING || row.state == HELD || row.state == COMPLETED)
#else
#define MAY_BE_RELEASED (row.state == PROCESSING || row.state == HELD)
#endif
#ifdef MISTAKE_CLAIM_IGNORES_LEASE
#define IS_LEASED false
#else
#define IS_LEASED row.leased
#endif
#ifdef MISTAKE_HELD_KEY_IS_TAKEN_OVER
#define IS_TO_BE_HELD false
#else
#define IS_TO_BE_HELD HOLDS
#endif
#ifdef MISTAKE_CLAIM_FORGETS_WHAT_IT_READ
#define IS_AS_READ(condition) true
#else
#define IS_AS_READ(condition) (row.generation == seen && (condition))
#endif
#ifdef MISTAKE_GENERATIONS_BEGIN_AGAIN
#define NEXT_GENERATION (row.generation + 1)
#else
#define NEXT_GENERATION (runs + 1)
#endif
#ifdef MISTAKE_OPERATOR_LEAVES_GENERATION
#define OPERATORS_GENERATION row.generation
#else
#define OPERATORS_GENERATION 0
#endif

mtype = { ABSENT, PENDING, PROCESSING, COMPLETED, HELD, TOKEN, ANSWER, CLAIM, RENEW, KEEP, RELEASE, FREE };

/* What PostgreSQL and Redis have. */
typedef Row { mtype state = ABSENT; byte generation; bool leased; bool body; byte answer; byte ends };
typedef Entry { mtype kind = ABSENT; byte token; bool body; byte answer; byte ends };
Row row;
Entry entry[CHANGES + 1];
byte identity;              /* the name of the entry */
byte now;

/* A command under way, of which its process knows no more. */
typedef Command { mtype what = ABSENT; byte name; byte token; bool body; byte answer; byte ends };
Command redis_command;
byte late_commands;
typedef Statement { mtype what = ABSENT; byte generation; byte number };
Statement statement;
byte late_statements;

/* What only the assertions know. */
byte runs;                  /* each grant begins a run; the newest has this number */
byte living;                /* the run that has a living lease */
byte kept;                  /* the answer that is kept, until its retention ends or an operator changes it */
bool unresolved;            /* the last run was granted, and neither completed nor failed nor was judged by an operator */
short accepted;             /* the runs whose answers PostgreSQL has kept */

#define ROW_HAS_ENDED (row.state == COMPLETED || row.state == PENDING)
#define ROW_HAS_EXPIRED (row.state == ABSENT || (ROW_HAS_ENDED && now >= row.ends))
#define NONE(e) e.kind = ABSENT; e.token = 0; e.body = 0; e.answer = 0; e.ends = 0

/* Redis never has an answer that PostgreSQL has not. */
inline check() {
    assert(entry[identity].kind != ANSWER || (row.state == COMPLETED && now < row.ends
        && row.answer == entry[identity].answer && row.body == entry[identity].body))
}

/* PostgreSQL. Each of these is one statement. */

inline grant() {
    assert(living == 0);                        /* no two living leases */
    assert(kept == 0);                          /* never again after it completed */
    assert(!HOLDS || !unresolved);              /* an abandoned run is not repeated */
    row.generation = NEXT_GENERATION;
    runs++;
    row.state = PROCESSING;
    row.leased = true;
    row.body = body;
    row.answer = 0;
    row.ends = 0;
    living = runs;
    unresolved = true;
    generation = row.generation;
    run_number = runs;
    seen = 0;
    check()
}

inline renew_row(its_generation, its_run) {
    if
    :: MAY_RENEW(its_generation) && (row.state == PROCESSING || row.state == HELD) ->
        assert(its_run == runs);                 /* a lost lease cannot be renewed */
        assert(living == 0 || living == its_run);
        row.state = PROCESSING;
        row.leased = true;
        living = its_run;
        changed = true
    :: else -> changed = false
    fi
}

inline keep_row(its_generation, its_run) {
    if
    :: MAY_KEEP(its_generation) && (row.state == PROCESSING || row.state == HELD) ->
        assert(its_run == runs);                 /* a lost lease cannot keep an answer */
        assert(kept == 0);                      /* a kept answer is never replaced */
        row.state = COMPLETED;
        row.leased = false;
        row.answer = its_run;
        row.ends = now + RETENTION;
        living = 0;
        kept = its_run;
        unresolved = false;
        accepted = accepted | (1 << its_run);
        changed = true;
        check()
    :: else -> changed = false
    fi
}

inline release_row(its_generation, its_run) {
    if
    :: MAY_RELEASE(its_generation) && MAY_BE_RELEASED ->
        assert(its_run == runs);                 /* a lost lease cannot release the key */
        assert(kept == 0);                      /* what has completed stays completed */
        row.state = PENDING;
        row.leased = false;
        row.ends = now + RETENTION;
        living = 0;
        unresolved = false;
        check()
    :: else
    fi
}

/* Redis. Each of these is one script. */

inline claim_entry(named, mine, whose) {
    entry[named].kind = TOKEN;
    entry[named].token = mine;
    entry[named].body = whose
}

inline renew_entry(named, mine, whose) {
    if
    :: entry[named].kind == ABSENT -> claim_entry(named, mine, whose)
    :: else
    fi
}

inline keep_entry(named, mine, whose, what, until) {
    if
    :: entry[named].kind == ABSENT || entry[named].token == mine ->
        if
        :: until <= now -> NONE(entry[named])
        :: else ->
            entry[named].kind = ANSWER;
            entry[named].token = mine;
            entry[named].body = whose;
            entry[named].answer = what;
            entry[named].ends = until
        fi;
        check()
    :: else
    fi
}

inline free_entry(named, mine) {
    if
    :: entry[named].kind == TOKEN && entry[named].token == mine -> NONE(entry[named])
    :: else
    fi
}

/* Sends a command to Redis for what it is worth: it may be lost, or come late. */
#define QUIETLY(script, kind_of_script, kept_answer, until) \
    atomic { \
        if \
        :: true -> script \
        :: true \
        :: late_commands < LATE_COMMANDS && redis_command.what == ABSENT -> late_commands++; \
            redis_command.what = kind_of_script; redis_command.name = name; redis_command.token = mine; \
            redis_command.body = body; redis_command.answer = kept_answer; redis_command.ends = until \
        :: goto died \
        fi \
    }
#define SEND(name_of_statement) \
    late_statements < LATE_STATEMENTS && statement.what == ABSENT -> late_statements++; \
        statement.what = name_of_statement; statement.generation = generation; statement.number = run_number

#ifdef MISTAKE_TIME_FROM_WRITING
#define ENDS(left) (now + left)
#else
#define ENDS(left) (since + left)
#endif

proctype Process(byte process) {
    byte calls, mine, healed, name, since, seen, left, generation, run_number, other;
    bool body, isConfirmed, changed;

begin:
    atomic {
        if
        :: calls == CALLS -> goto died
        :: else
        fi;
        mine = 1 + process * CALLS + calls;
        calls++;
        name = identity;
        if
        :: body = 0
        :: BODIES > 1 -> body = 1
        fi
    }

    /* 2. Claim the entry. */
    atomic {
        if
        :: entry[name].kind == ABSENT ->
            claim_entry(name, mine, body);
            since = now;
            isConfirmed = true
        :: entry[name].kind == TOKEN && entry[name].body == body ->                  /* PostgreSQL knows whether it runs */
            healed = entry[name].token;
            since = now;
            mine = 0
        :: entry[name].kind == TOKEN && entry[name].body != body ->
#ifdef MISTAKE_TOKEN_OF_ANOTHER_BODY_REFUSES
            assert(row.state != ABSENT && row.body != body);
            goto ended;
#endif
            mine = 0
        :: entry[name].kind == ANSWER && entry[name].body == body ->
            assert(name != identity || (kept != 0 && entry[name].answer == kept));  /* a replay is what is kept */
            goto ended
        :: entry[name].kind == ANSWER && entry[name].body != body ->
            assert(name != identity || (kept != 0 && row.body != body));            /* Mismatch */
            goto ended
        :: entry[name].kind == ABSENT -> claim_entry(name, mine, body)              /* the reply is lost */
        :: true                                                                     /* the command is lost */
        :: late_commands < LATE_COMMANDS && redis_command.what == ABSENT -> late_commands++;
            redis_command.what = CLAIM; redis_command.name = name; redis_command.token = mine; redis_command.body = body
        :: goto died
        fi
    }

    /* 3. Claim the row: read it, and change it if it is as it was read. */
claim_row:
    atomic {
        if
        :: ROW_HAS_EXPIRED -> seen = row.generation; goto insert
        :: !ROW_HAS_EXPIRED && row.body != body -> goto give_back                   /* Mismatch */
        :: !ROW_HAS_EXPIRED && row.body == body && row.state == COMPLETED ->
            assert(row.answer == kept);
            other = row.answer;
            left = row.ends - now;
            goto adopt
        :: row.state == HELD && row.body == body -> goto give_back                  /* Held */
        :: row.state == PROCESSING && row.body == body && IS_LEASED -> goto give_back   /* InFlight */
        :: row.state == PROCESSING && row.body == body && !IS_LEASED ->
            seen = row.generation;
            if
            :: IS_TO_BE_HELD -> goto hold
            :: else -> goto take_over
            fi
        :: !ROW_HAS_EXPIRED && row.body == body && row.state == PENDING -> seen = row.generation; goto take_over
        :: goto give_back                                                           /* PostgreSQL does not answer */
        :: goto died
        fi
    }
insert:
    atomic {
        if
        :: IS_AS_READ(ROW_HAS_EXPIRED) -> grant()
        :: else -> goto claim_row
        fi;
        goto granted
    }
hold:
    atomic {
        if
        :: IS_AS_READ(row.state == PROCESSING && !row.leased) -> row.state = HELD
        :: else
        fi;
        goto claim_row
    }
take_over:
    atomic {
        if
        :: IS_AS_READ(row.state == PENDING || (row.state == PROCESSING && !IS_LEASED)) -> grant()
        :: else -> goto claim_row
        fi
    }
granted:
    atomic {
        if
        :: true
        :: goto give_back                                                           /* the reply is lost */
        :: goto died
        fi
    }

    /* 4. Run the operation. */
running:
    atomic {
        if
        :: true -> renew_row(generation, run_number);
            if
            :: changed -> changed = false; goto renew_in_redis
            :: !changed && row.generation == generation && row.state == COMPLETED   /* goes on */
            :: !changed && !(row.generation == generation && row.state == COMPLETED) -> goto lost
            fi
        :: SEND(RENEW)
        :: goto keep_answer
        :: goto failed
        :: goto died
        fi;
        goto running
    }
renew_in_redis:
    if
    :: mine == 0 -> goto running
    :: else
    fi;
    QUIETLY(renew_entry(name, mine, body), RENEW, 0, 0);
    goto running;

    /* 5. Keep the answer in the row. */
keep_answer:
#ifdef MISTAKE_ENTRY_BEFORE_ROW
    QUIETLY(keep_entry(name, mine, body, run_number, ENDS(RETENTION)), KEEP, run_number, ENDS(RETENTION));
#endif
keep_in_postgres:
    atomic {
        if
        :: true -> keep_row(generation, run_number);
            if
            :: changed -> changed = false; goto keep_in_redis
            :: !changed -> goto refused
            :: changed -> changed = false       /* the reply is lost: again, or, in a transaction, as if it had failed */
            fi
        :: SEND(KEEP)
        :: goto ended                           /* PostgreSQL does not answer for as long as the lease */
        :: goto died
        fi;
        if
        :: goto keep_in_postgres
        :: goto failed
        fi
    }

    /* 6. Keep the answer in the entry. Without the time of the claim, the token is deleted. */
keep_in_redis:
    assert(accepted & (1 << run_number));              /* Completed: the answer of this call is kept */
    if
    :: isConfirmed && mine != 0 ->
        QUIETLY(keep_entry(name, mine, body, run_number, ENDS(RETENTION)), KEEP, run_number, ENDS(RETENTION));
        goto ended
    :: else -> goto give_back
    fi;

refused:
    QUIETLY(free_entry(name, mine), FREE, 0, 0);
    atomic {
        assert(!(row.generation == generation && row.state == COMPLETED) || (accepted & (1 << run_number)));
        goto ended
    }

    /* 7. The operation failed. */
failed:
    atomic {
        if
        :: true -> release_row(generation, run_number); goto give_back
        :: true -> release_row(generation, run_number)         /* the reply is lost: again */
        :: SEND(RELEASE)
        :: goto ended
        :: goto died
        fi;
        goto failed
    }

    /* PostgreSQL has answered with what it keeps. */
adopt:
    if
    :: healed != 0 ->
        mine = healed;
        QUIETLY(keep_entry(name, mine, body, other, ENDS(left)), KEEP, other, ENDS(left));
        goto ended
    :: healed == 0 && isConfirmed && mine != 0 ->
        QUIETLY(keep_entry(name, mine, body, other, ENDS(left)), KEEP, other, ENDS(left));
        goto ended
    :: else -> goto give_back
    fi;

lost:
give_back:
    QUIETLY(free_entry(name, mine), FREE, 0, 0);

ended:
    atomic {
        mine = 0; healed = 0; name = 0; since = 0; seen = 0; left = 0; generation = 0; run_number = 0; other = 0; body = 0;
        isConfirmed = 0; changed = 0;
        goto begin
    }
died:
    atomic {
        mine = 0; healed = 0; name = 0; since = 0; seen = 0; left = 0; generation = 0; run_number = 0; other = 0; body = 0;
        isConfirmed = 0; changed = 0; calls = 0
    }
}

/* What happens at any moment. */
active proctype Surroundings() {
    byte changes, i;
    bool changed;
end:
    do
    :: atomic { row.leased -> row.leased = false; living = 0 }
    :: atomic { entry[0].kind == TOKEN -> NONE(entry[0]) }
    /* FLUSHALL, and the end of a token or an eviction where there is one entry. */
    :: atomic {
            entry[0].kind != ABSENT || entry[CHANGES].kind != ABSENT ->
            for (i : 0 .. CHANGES) { NONE(entry[i]) }
            i = 0
        }
    :: atomic {
            now < TICKS ->
            now++;
            for (i : 0 .. CHANGES) {
                if
                :: entry[i].kind == ANSWER && now >= entry[i].ends -> NONE(entry[i])
                :: else
                fi
            }
            i = 0;
            if
            :: row.state == COMPLETED && now >= row.ends -> kept = 0
            :: else
            fi;
            check()
        }
#if LATE_COMMANDS > 0
    :: atomic {
            redis_command.what != ABSENT ->
            if
            :: redis_command.what == CLAIM && entry[redis_command.name].kind == ABSENT ->
                claim_entry(redis_command.name, redis_command.token, redis_command.body)
            :: redis_command.what == RENEW ->
                renew_entry(redis_command.name, redis_command.token, redis_command.body)
            :: redis_command.what == KEEP ->
                keep_entry(redis_command.name, redis_command.token, redis_command.body, redis_command.answer,
                    redis_command.ends)
            :: redis_command.what == FREE -> free_entry(redis_command.name, redis_command.token)
            :: true
            fi;
            redis_command.what = ABSENT; redis_command.name = 0; redis_command.token = 0; redis_command.body = 0;
            redis_command.answer = 0; redis_command.ends = 0
        }
#endif
#if LATE_STATEMENTS > 0
    :: atomic {
            statement.what != ABSENT ->
            if
            :: statement.what == RENEW -> renew_row(statement.generation, statement.number)
            :: statement.what == KEEP -> keep_row(statement.generation, statement.number)
            :: statement.what == RELEASE -> release_row(statement.generation, statement.number)
            :: true
            fi;
            changed = false;
            statement.what = ABSENT; statement.generation = 0; statement.number = 0
        }
#endif
#if CHANGES > 0
    /* An operator changes or deletes a kept answer. That changes the identity in the same transaction. */
    :: atomic {
            changes < CHANGES && row.state == COMPLETED && now < row.ends ->
            changes++;
#ifndef MISTAKE_IDENTITY_STAYS
            identity++;
#endif
#ifdef MISTAKE_IDENTITY_BEFORE_COMMIT
        }
        atomic {
#endif
            if
            :: row.state = PENDING; row.answer = 0; row.ends = now + RETENTION; kept = 0
            :: row.answer = OF_OPERATOR + changes; kept = row.answer
            :: row.state = ABSENT; row.answer = 0; row.ends = 0; row.body = 0; row.generation = 0; kept = 0
            fi;
            check()
        }
    /* An operator decides about a held key, which has no entry in Redis. */
    :: atomic {
            changes < CHANGES && row.state == HELD ->
            changes++;
            row.generation = OPERATORS_GENERATION;
            row.ends = now + RETENTION;
            unresolved = false;
            if
            :: row.state = PENDING
            :: row.state = COMPLETED; row.answer = OF_OPERATOR + changes; kept = row.answer
            fi;
            check()
        }
#endif
    od
}

init {
    byte i;
    atomic {
        for (i : 0 .. PROCESSES - 1) { run Process(i) }
    }
}
